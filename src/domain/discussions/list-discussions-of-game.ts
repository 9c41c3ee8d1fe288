import type { DiscussionOrder } from '#shared/discussion-order.ts';
import type { DiscussionTag } from '#shared/discussion-tags.ts';
import { discussion as limits } from '#shared/limits.ts';
import { escapedForLike } from '../catalogue/search-words.ts';
import type { Ctx } from '../context.ts';
import { soughtBy } from './discussion-rows.ts';
import { discussionStatements } from './discussion-statements.ts';
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
  const { pages: _, ...shown } = await listOfGame(ctx, { ...all, perPage: limits.ofGame });
  return shown;
}

/** A page of those of one game, of which so few are looked through that no index of words is needed. */
export async function listOfGame(
  { db }: Pick<Ctx, 'db'>,
  { term, tags, order, offset, perPage, gameId }: SearchOfGame,
): Promise<DiscussionsPage> {
  const page = { gameId, offset, size: perPage, countTo: limits.countMax + 1 };
  const sought = soughtBy(term, tags);
  const rows = sought
    ? await discussionStatements.ofGameSought(order, sought)(db, {
        ...page,
        pattern: `%${escapedForLike(term)}%`,
        tags: [...tags],
      })
    : await discussionStatements.ofGame(order)(db, page);
  const found = rows[0]?.total ?? 0;
  const total = Math.min(found, limits.countMax);
  return pageOf(rows, { perPage, total, more: found > limits.countMax });
}
