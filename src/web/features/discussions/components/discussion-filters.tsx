import { Gamepad2, X } from 'lucide-react';
import { Link } from 'react-router';
import {
  type DiscussionTag,
  discussionTags,
} from '#shared/constants/discussions/discussion-tags.ts';
import {
  type DiscussionOrder,
  discussionOrders,
} from '#shared/constants/discussions/discussions.ts';
import { discussionsPath, type ShownQuery } from '#web/paths/discussions.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';

/** The tags as links that filter the list. Several can be active; an active one is removed by another press. */
export function TagFilter({ query }: { query: ShownQuery }) {
  const { genre } = query;
  function toggled(tag: DiscussionTag): DiscussionTag[] {
    return discussionTags.filter((known) => genre.includes(known) !== (known === tag));
  }
  return (
    <nav
      aria-label="Genres"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap">
        {discussionTags.map((tag) => (
          <li key={tag}>
            <ChipLink
              to={discussionsPath({ ...query, genre: toggled(tag), page: 1 })}
              current={genre.includes(tag)}
              preventScrollReset
            >
              {tag}
            </ChipLink>
          </li>
        ))}
      </ul>
      {genre.length > 0 && (
        <ButtonLink
          to={discussionsPath({ ...query, genre: [], page: 1 })}
          preventScrollReset
          variant="ghost"
          size="sm"
          className="text-muted whitespace-nowrap max-sm:order-first"
        >
          <X aria-hidden />
          Clear All
        </ButtonLink>
      )}
    </nav>
  );
}

interface GameFilterProps {
  query: ShownQuery;
  game: { id: number; name: string };
}

/** The game that the list is filtered by, as a link that removes the filter. */
export function GameFilter({ query, game }: GameFilterProps) {
  return (
    <ChipLink
      to={discussionsPath({ ...query, game: null, page: 1 })}
      current
      preventScrollReset
      title="Show discussions of all games"
      className="max-w-full min-w-0 justify-self-start"
    >
      <Gamepad2 aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">Remove the filter: </span>
      <span className="truncate">{game.name}</span>
      <X aria-hidden className="size-4 shrink-0" />
    </ChipLink>
  );
}

const orderNames: Record<DiscussionOrder, string> = {
  newest: 'Newest',
  activity: 'Latest activity',
  comments: 'Most comments',
};

/** The orders of the list as links. */
export function DiscussionOrderLinks({ query }: { query: ShownQuery }) {
  return (
    <nav aria-label="Order" className="max-w-full shrink-0">
      <ul className="flex flex-wrap rounded-md bg-well p-1 text-sm font-medium">
        {discussionOrders.map((order) => (
          <li key={order}>
            <Link
              to={discussionsPath({ ...query, order, page: 1 })}
              prefetch="intent"
              preventScrollReset
              aria-current={order === query.order ? 'true' : undefined}
              className={`inline-flex min-h-9 items-center rounded-sm px-3 whitespace-nowrap transition-colors max-xs:px-2 ${order === query.order ? 'bg-raised text-ink shadow-lift' : 'text-muted hover:text-ink'}`}
            >
              {orderNames[order]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
