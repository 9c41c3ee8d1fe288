import { Gamepad2, Lock } from 'lucide-react';
import { Link } from 'react-router';
import type { DiscussedGame } from '#domain/discussions/discussed-game.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import { useGamePrefetch } from '#web/lib/root-data.ts';
import { tagPath } from '#web/paths/discussions.ts';

/** Marks a discussion in which only its author can comment. */
export function PrivateLabel() {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-wash px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-accent-ink">
      <Lock aria-hidden className="size-3.5" />
      Private discussion
    </span>
  );
}

/** The tags of a discussion, each as a link to the list of discussions with it. */
export function TagLinks({ tags }: { tags: readonly DiscussionTag[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="relative z-10 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={tagPath(tag)}
            prefetch="intent"
            className="inline-flex min-h-6 items-center rounded-full bg-plinth px-2.5 text-xs font-medium transition-colors hover:bg-line"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The game that a discussion is about; a link to its page if the catalog has it. */
export function GameName({ game }: { game: DiscussedGame }) {
  const prefetch = useGamePrefetch();
  const name = (
    <>
      <Gamepad2 aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">Game: </span>
      <span className="min-w-0 wrap-anywhere">{game.name}</span>
    </>
  );
  const baseClass = 'inline-flex min-h-6 min-w-0 items-center gap-1.5';
  if (game.id === null) return <span className={baseClass}>{name}</span>;
  return (
    <Link
      to={`/game-info/${game.id}`}
      prefetch={prefetch}
      className={`${baseClass} relative z-10 text-link`}
    >
      {name}
    </Link>
  );
}
