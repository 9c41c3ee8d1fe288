import { Link } from 'react-router';
import type { CollectorProgress } from '#domain/crafting/collector-progress.ts';
import type { BadgeSummary } from '#domain/crafting/list-badges.ts';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface ProfileLevelProps {
  progress: CollectorProgress;
  badges: BadgeSummary[];
  /** Whether it is the reader's own profile. */
  own?: boolean;
}

/** The level of an account, the way to the next one, and its badges. */
export function ProfileLevel({ progress, badges, own = false }: ProfileLevelProps) {
  const { formatInteger } = useNumbers();
  const { level, experience, from, next, completedSets } = progress;
  if (!own && experience === 0 && completedSets === 0) return null;
  return (
    <section
      aria-labelledby="level-title"
      className="mt-4 grid gap-4 rounded-md bg-surface px-4 py-4 shadow-lift sm:px-6 sm:py-5"
    >
      <div className="grid gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id="level-title" className="text-xl">
            Level {level}
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {formatInteger(experience)} of {formatInteger(next)} experience ·{' '}
            {completedSets === 1
              ? '1 complete set'
              : `${formatInteger(completedSets)} complete sets`}
          </p>
        </div>
        <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-well ring-1 ring-line">
          <div
            className="h-full rounded-full bg-accent"
            style={{ width: `${(100 * (experience - from)) / (next - from)}%` }}
          />
        </div>
      </div>
      {badges.length > 0 && (
        <ul className="flex flex-wrap gap-4">
          {badges.map(({ gameId, gameName, level: badgeLevel }) => (
            <li key={gameId} className="grid w-20 justify-items-center gap-1 text-center">
              <BadgeEmblem level={badgeLevel} className="size-14" />
              <Link
                to={`/game-info/${gameId}`}
                className="line-clamp-2 text-xs text-muted wrap-anywhere hover:text-link"
              >
                {gameName}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Link to="/community/leaderboards" className="text-link">
          Leaderboards
        </Link>
        {own && (
          <Link to="/profile/showcase" className="text-link">
            Edit showcase
          </Link>
        )}
      </p>
    </section>
  );
}
