import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useViewer } from '#web/lib/root-data.ts';
import { usePlayingFlag } from './remember-playing.ts';

const PlayBar = lazy(() => import('./play-bar.tsx').catch(() => ({ default: Nothing })));

/** Replaces the play bar when its script cannot be loaded; the session goes on when the play screen is open. */
function Nothing() {
  return <span hidden />;
}

/** Loads the play bar while a session runs. The play screen itself shows the same and more. */
export function PlayBarLoader() {
  const isPlaying = usePlayingFlag();
  const isPlayer = useViewer() !== null;
  const { pathname } = useLocation();
  if (!isPlaying || !isPlayer || pathname.startsWith('/game-session/')) return null;
  return (
    <Suspense>
      <PlayBar />
    </Suspense>
  );
}
