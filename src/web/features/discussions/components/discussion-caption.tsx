import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';

/** What is listed: as the address asks, with the name of the game that it names. */
export interface Listed {
  query: DiscussionsQuery;
  game: { name: string } | null;
}

/** In words: `Discussions of Portal 2 on Help and RPG matching “boss”`. */
export function discussionsHeading({ query: { q, genre }, game }: Listed): string {
  const tags = new Intl.ListFormat('en').format(genre);
  const parts = [game && `of ${game.name}`, tags && `on ${tags}`, q && `matching “${q}”`];
  const said = parts.filter(Boolean);
  return said.length > 0 ? ['Discussions', ...said].join(' ') : 'All discussions';
}

/** Whether the list leaves something out. */
export function isFiltered({ q, genre, game }: Pick<DiscussionsQuery, 'q' | 'genre' | 'game'>) {
  return q !== '' || genre.length > 0 || game !== null;
}

interface DiscussionsCaptionProps extends Listed {
  total: number;
  /** Whether there are more than `total`. */
  more: boolean;
}

/** What the list shows, and how many. */
export function DiscussionsCaption({ total, more, ...listed }: DiscussionsCaptionProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="list-title" className="text-xl wrap-anywhere sm:text-2xl">
        {discussionsHeading(listed)}
      </h2>
      <p role="status" className="text-muted tabular-nums">
        {countText(total, more)}
      </p>
    </div>
  );
}

/** `31 discussions`, or `10,000+ discussions` where counting stopped. */
function countText(total: number, more: boolean): string {
  if (more) return `${total.toLocaleString('en-US')}+ discussions`;
  return total === 1 ? '1 discussion' : `${total.toLocaleString('en-US')} discussions`;
}
