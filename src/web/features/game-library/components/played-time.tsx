import { formatPlayedTime } from '#shared/format/duration.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface PlayedTimeProps {
  /** Null when the game was never played. */
  playedMs: number | null;
  lastPlayedAt: Date | string | null;
}

/** How long and when the player last played a game. */
export function PlayedTime({ playedMs, lastPlayedAt }: PlayedTimeProps) {
  if (playedMs === null || lastPlayedAt === null) return 'Not played yet';
  return (
    <>
      Played for {formatPlayedTime(playedMs)}, last on{' '}
      <DateTime value={lastPlayedAt} format="date" />
    </>
  );
}
