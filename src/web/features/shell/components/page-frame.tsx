import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigation } from 'react-router';
import { DailyReward } from '#web/features/wallet/components/daily-reward.tsx';
import { useGridKeys } from '#web/lib/use-grid-keys.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { useRootData } from '#web/lib/viewer.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { LiveToasts } from './live-toasts.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { ScriptFailureNotice } from './script-failure-notice.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';

const ConnectionBar = lazy(() =>
  import('./connection-bar.tsx').catch(() => ({ default: Nothing })),
);

/** In place of a part that cannot be loaded: the page goes on without it. */
function Nothing() {
  return <span hidden />;
}

/** Not for a visitor's first page, on which nothing is read that could fail. */
function Connection() {
  const isPlayer = useRootData()?.viewer != null;
  const isLeaving = useNavigation().state !== 'idle';
  const [isWanted, setWanted] = useState(false);
  const awake = useHydrated();
  if (!isWanted && awake && (isPlayer || isLeaving)) setWanted(true);
  return (
    isWanted && (
      <Suspense>
        <ConnectionBar />
      </Suspense>
    )
  );
}

/** What stands around every screen, errors included. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { year } = useRootData() ?? {};
  useGridKeys();
  return (
    <div className="flex min-h-svh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <SiteNav />
      <Connection />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ScriptFailureNotice />
        {children}
      </main>
      <SiteFooter year={year} />
      <Toaster />
      <LiveToasts />
      <DailyReward />
    </div>
  );
}
