import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import { type Numbers, useNumbers } from '#web/ui/texts/numbers.ts';

/** The query of a list and the game that it names. */
export interface DiscussionListFacts {
  query: DiscussionsQuery;
  game: { name: string } | null;
}

/** Describes the list, such as `Discussions of Portal 2 on Help and RPG matching “boss”`. */
export function discussionsHeading({ query: { q, genre }, game }: DiscussionListFacts): string {
  const tags = new Intl.ListFormat('en').format(genre);
  const parts = [game && `of ${game.name}`, tags && `on ${tags}`, q && `matching “${q}”`];
  const words = parts.filter(Boolean);
  return words.length > 0 ? ['Discussions', ...words].join(' ') : 'All discussions';
}

/** Whether the list is filtered by a search, tags or a game. */
export function isFiltered({ q, genre, game }: Pick<DiscussionsQuery, 'q' | 'genre' | 'game'>) {
  return q !== '' || genre.length > 0 || game !== null;
}

interface DiscussionsCaptionProps extends DiscussionListFacts {
  total: number;
  /** Whether there are more than `total`. */
  more: boolean;
}

/** The heading of the list and its count. */
export function DiscussionsCaption({ total, more, ...listed }: DiscussionsCaptionProps) {
  const numbers = useNumbers();
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="list-title" className="text-xl wrap-anywhere sm:text-2xl">
        {discussionsHeading(listed)}
      </h2>
      <p role="status" className="text-muted tabular-nums">
        {countText(total, more, numbers)}
      </p>
    </div>
  );
}

/** Writes a count, such as `31 discussions`, or `10,000+ discussions` where counting stopped. */
function countText(total: number, more: boolean, { formatInteger }: Numbers): string {
  if (more) return `${formatInteger(total)}+ discussions`;
  return total === 1 ? '1 discussion' : `${formatInteger(total)} discussions`;
}
