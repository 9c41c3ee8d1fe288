import type { DiscussionOrder } from '#shared/constants/discussion-order.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { Ctx } from '../context.ts';
import { escapedForLike } from '../lib/search-words.ts';
import { discussionQueries } from './discussion-queries.ts';
import { soughtBy } from './discussion-rows.ts';
import { type DiscussionsPage, pageOf } from './discussions-page.ts';

interface SearchOfGame {
  gameId: number;
  /** In the form of `searchWords`; empty for any. */
  term: string;
  tags: readonly DiscussionTag[];
  order: DiscussionOrder;
  offset: number;
  /** How many are on a page. */
  perPage: number;
}

/** The newest discussions of a game, for its page, and how many there are, counted as in a list. */
export async function listDiscussionsOfGame(
  ctx: Pick<Ctx, 'db'>,
  { gameId }: { gameId: number },
): Promise<Omit<DiscussionsPage, 'pages'>> {
  const all = { term: '', tags: [], order: 'newest', offset: 0, gameId } as const;
  const { pages: _, ...shown } = await listOfGame(ctx, {
    ...all,
    perPage: discussionConstants.ofGame,
  });
  return shown;
}

/** A page of those of one game, of which so few are looked through that no index of words is needed. */
export async function listOfGame(
  { db }: Pick<Ctx, 'db'>,
  { term, tags, order, offset, perPage, gameId }: SearchOfGame,
): Promise<DiscussionsPage> {
  const page = { gameId, offset, size: perPage, countTo: discussionConstants.countMax + 1 };
  const sought = soughtBy(term, tags);
  const rows = sought
    ? await discussionQueries.ofGameSought(order, sought)(db, {
        ...page,
        pattern: `%${escapedForLike(term)}%`,
        tags: [...tags],
      })
    : await discussionQueries.ofGame(order)(db, page);
  const found = rows[0]?.total ?? 0;
  const total = Math.min(found, discussionConstants.countMax);
  return pageOf(rows, { perPage, total, more: found > discussionConstants.countMax });
}
