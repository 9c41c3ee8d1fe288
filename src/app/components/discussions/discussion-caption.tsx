import type { DiscussionsQuery } from '#shared/inputs/discussions.ts';

/** What the list shows, in words: `Discussions on Help and RPG matching “boss”`. */
export function discussionsHeading({ q, genre }: DiscussionsQuery): string {
  if (!q && genre.length === 0) return 'All discussions';
  const tags = new Intl.ListFormat('en').format(genre);
  return ['Discussions', tags && `on ${tags}`, q && `matching “${q}”`].filter(Boolean).join(' ');
}

interface DiscussionsCaptionProps {
  query: DiscussionsQuery;
  total: number;
  /** Whether there are more than `total`. */
  more: boolean;
}

/** What the list shows, and how many. */
export function DiscussionsCaption({ query, total, more }: DiscussionsCaptionProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id="list-title" className="text-xl wrap-anywhere sm:text-2xl">
        {discussionsHeading(query)}
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
