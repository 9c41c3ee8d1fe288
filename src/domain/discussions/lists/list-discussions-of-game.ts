import type { Ctx } from '#domain/context.ts';
import { escapeForLike } from '#domain/lib/search/search-words.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import {
  type DiscussionOrder,
  discussionConstants,
} from '#shared/constants/discussions/discussions.ts';
import { isPartOn } from '../../site/site-parts.ts';
import { getSearchKind } from './discussion-list-row.ts';
import { discussionQueries } from './discussion-list-sql.ts';
import { type DiscussionsPage, toDiscussionsPage } from './to-discussions-page.ts';

interface SearchOfGame {
  gameId: number;
  /** In the form of `toSearchWords`; empty for all. */
  term: string;
  tags: readonly DiscussionTag[];
  order: DiscussionOrder;
  offset: number;
  /** Discussions per page. */
  perPage: number;
}

/** The newest discussions of a game for the game's page, and their number. */
export async function listDiscussionsOfGame(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  { gameId }: { gameId: number },
): Promise<Omit<DiscussionsPage, 'pages'> | null> {
  if (!(await isPartOn(ctx, 'discussions'))) return null;
  const all = { term: '', tags: [], order: 'newest', offset: 0, gameId } as const;
  const { pages: _, ...shown } = await searchDiscussionsOfGame(ctx, {
    ...all,
    perPage: discussionConstants.shownOnGamePage,
  });
  return shown;
}

/** A page of the discussions of one game. These are so few that no word index is needed. */
export async function searchDiscussionsOfGame(
  { db }: Pick<Ctx, 'db'>,
  { term, tags, order, offset, perPage, gameId }: SearchOfGame,
): Promise<DiscussionsPage> {
  const page = { gameId, offset, size: perPage, countTo: discussionConstants.countMax + 1 };
  const kind = getSearchKind(term, tags);
  const rows = kind
    ? await discussionQueries.searchOfGame(order, kind)(db, {
        ...page,
        pattern: `%${escapeForLike(term)}%`,
        tags: [...tags],
      })
    : await discussionQueries.allOfGame(order)(db, page);
  const found = rows[0]?.total ?? 0;
  const total = Math.min(found, discussionConstants.countMax);
  return toDiscussionsPage(rows, { perPage, total, more: found > discussionConstants.countMax });
}
