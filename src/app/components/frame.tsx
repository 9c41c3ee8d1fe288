import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ChunkNotice } from './chunk-notice.tsx';
import { LiveNews } from './live-news.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';
import { Toaster } from './toast.tsx';
import { useAwake } from './use-awake.ts';
import { useFrameData } from './viewer.ts';

// Visitors, who get most of the pages, never need it.
const DailyRewardDialog = lazy(() =>
  import('./money/daily-reward-dialog.tsx').catch(() => ({ default: Nothing })),
);

// Whoever is about to log in, or to say something to a friend, is not greeted over the form.
const notOver =
  /^\/(login|register|forgot-password|reset-password|confirm|daily-reward|chat|messages)(\/|$)/;

const ConnectionBar = lazy(() =>
  import('./connection-bar.tsx').catch(() => ({ default: Nothing })),
);

/** In place of a part that cannot be loaded: the page goes on without it. */
function Nothing() {
  return <span hidden />;
}

/** Not for a visitor's first page, on which nothing is read that could fail. */
function Connection() {
  const isPlayer = useFrameData()?.viewer != null;
  const isLeaving = useNavigation().state !== 'idle';
  const [isWanted, setWanted] = useState(false);
  const awake = useAwake();
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
export function Frame({ children }: { children: ReactNode }) {
  const { year, dailyReward } = useFrameData() ?? {};
  const greeted = !notOver.test(useLocation().pathname);
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
        <ChunkNotice />
        {children}
      </main>
      <SiteFooter year={year} />
      <Toaster />
      <LiveNews />
      {dailyReward && greeted && (
        <Suspense>
          <DailyRewardDialog {...dailyReward} />
        </Suspense>
      )}
    </div>
  );
}
