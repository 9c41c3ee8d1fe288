import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigation } from 'react-router';
import { PlayBarLoader } from '#web/features/gameplay/public.ts';
import { DailyRewardDialogLoader } from '#web/features/wallet/public.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useGridKeys } from '#web/lib/use-grid-keys.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { AccountDutyBar } from './account-duty-bar.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { NotificationToasts } from './notification-toasts.tsx';
import { ScriptFailureAlert } from './script-failure-alert.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';

const LaterParts = lazy(() => import('./later-parts.tsx').catch(() => ({ default: Nothing })));

/** Replaces these parts when their script cannot be loaded; the page works without them. */
function Nothing() {
  return <span hidden />;
}

/** Loads what a page needs only later. A visitor's first page does not need it, because nothing is loaded there later. */
function LazyLaterParts() {
  const isPlayer = useRootData()?.viewer != null;
  const isLeaving = useNavigation().state !== 'idle';
  const [isWanted, setWanted] = useState(false);
  const hydrated = useHydrated();
  if (!isWanted && hydrated && (isPlayer || isLeaving)) setWanted(true);
  return (
    isWanted && (
      <Suspense>
        <LaterParts />
      </Suspense>
    )
  );
}

/** The frame around every screen and every error page: navigation, footer, toasts and dialogs. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { year } = useRootData() ?? {};
  useGridKeys();
  return (
    <div className="flex min-h-svh flex-col print:[&>:not(main)]:hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <SiteNav />
      <AnnouncementBar />
      <AccountDutyBar />
      <LazyLaterParts />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ScriptFailureAlert />
        {children}
      </main>
      <SiteFooter year={year} />
      <PlayBarLoader />
      <Toaster />
      <NotificationToasts />
      <DailyRewardDialogLoader />
    </div>
  );
}
