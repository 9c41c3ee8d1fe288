import type { Ctx } from '#domain/context.ts';
import { chooseRowLimit } from '#domain/lib/page-row-limit.ts';
import { planSearch } from '#domain/lib/search/plan-search.ts';
import {
  escapeForLike,
  getSearchPatterns,
  isShortTerm,
  toSearchWords,
} from '#domain/lib/search/search-words.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import { requirePart } from '../../site/site-parts.ts';
import { getSearchKind } from './discussion-list-row.ts';
import { discussionQueries } from './discussion-list-sql.ts';
import { isSurelyCommon, readSample } from './estimate-matches.ts';
import { searchDiscussionsOfGame } from './list-discussions-of-game.ts';
import { type DiscussionsPage, toDiscussionsPage } from './to-discussions-page.ts';

type ReadCtx = Pick<Ctx, 'db' | 'clock' | 'readCache' | 'discussions'>;
type SearchCtx = ReadCtx & Pick<Ctx, 'actor' | 'request' | 'rateLimiter'>;

/**
 * A page of the discussions that contain the term in title, content or game (in any case), have all
 * the tags and are about the game. Order: newest, latest activity or number of comments;
 * discussions that are equal in it are in the order of their ids.
 * When a search finds more than `discussionConstants.foundMax`, the first `discussionConstants.foundShown` can be
 * paged through. Of a game with very many discussions, the newest are listed.
 * @throws AppError `rate-limited` (searches of an account, or of a visitor's IP address).
 */
export async function listDiscussions(
  ctx: SearchCtx,
  { q, genre, game, order, perPage, page }: DiscussionsQuery,
): Promise<DiscussionsPage> {
  await requirePart(ctx, 'discussions');
  const offset = Math.min((page - 1) * perPage, discussionConstants.countMax);
  const term = toSearchWords(q);
  // Only punctuation was typed: no discussion matches.
  if (!term && q.trim()) return { discussions: [], total: 0, more: false, pages: 1 };
  const [tag, ...others] = genre;
  const isSearch = term !== '' || others.length > 0;
  if (isSearch || (game !== null && tag)) await takeSearchBudget(ctx);
  if (game !== null) {
    return searchDiscussionsOfGame(ctx, {
      term,
      tags: genre,
      order,
      offset,
      perPage,
      gameId: game,
    });
  }
  if (isSearch) return search(ctx, { term, tags: genre, order, offset, perPage });
  const countCache = openCountCache(ctx, ['list', tag ?? '']);
  const size = chooseRowLimit(perPage, discussionConstants.pageSize);
  const counted = {
    offset,
    countTo: countCache.isKnownLarge ? 0 : discussionConstants.countMax + 1,
  };
  const rows = tag
    ? await discussionQueries.allOfTag(order, size)(ctx.db, { ...counted, tag })
    : await discussionQueries.allDiscussions(order, size)(ctx.db, counted);
  const more = countCache.isKnownLarge || (rows[0]?.total ?? 0) > discussionConstants.countMax;
  if (more) countCache.rememberLarge();
  return toDiscussionsPage(rows, {
    perPage,
    total: more ? discussionConstants.countMax : (rows[0]?.total ?? 0),
    more,
  });
}

/** Limits searches, because they take much database time. */
async function takeSearchBudget(ctx: SearchCtx): Promise<void> {
  if (ctx.actor) await ctx.rateLimiter.take('discussion-search-by-account', ctx.actor.id);
  else await ctx.rateLimiter.take('discussion-search-by-address', ctx.request.address);
}

interface Search {
  /** In the form of `toSearchWords`; empty for all. */
  term: string;
  tags: DiscussionTag[];
  order: DiscussionsQuery['order'];
  offset: number;
  perPage: number;
}

async function search(ctx: ReadCtx, { term, tags, order, offset, perPage }: Search) {
  const kind = getSearchKind(term, tags) ?? 'tags';
  const size = chooseRowLimit(perPage, discussionConstants.pageSize);
  const countCache = openCountCache(ctx, ['search', term, ...tags]);
  const { pattern, access, isCommon } = await readTerm(ctx, term, tags);
  const values = { pattern, tags, tag: tags[0], offset };
  const { countMax, foundMax, foundShown } = discussionConstants;
  const collect = discussionQueries.materializedSearch(order, kind, access, size);
  const scan = discussionQueries.indexScanSearch(order, kind, size);
  const { rows, isLarge } = await planSearch({
    collectMax: foundMax,
    isSurelyLarge: countCache.isKnownLarge || isCommon,
    onLarge: countCache.rememberLarge,
    offset,
    perPage,
    reachable: foundShown,
    collect: () => collect(ctx.db, { ...values, collectMax: foundMax + 1, sortMax: foundMax }),
    async scan(bounded) {
      const scanned = await scan(ctx.db, { ...values, offset: bounded });
      if ((scanned[0]?.total ?? 0) >= bounded + perPage) return scanned;
      // Many discussions match, but not enough of the newest ones that were scanned.
      const all = { collectMax: countMax, sortMax: countMax };
      return collect(ctx.db, { ...values, offset: bounded, ...all });
    },
  });
  return isLarge
    ? toDiscussionsPage(rows, { perPage, total: foundMax, more: true, reachable: foundShown })
    : toDiscussionsPage(rows, { perPage, total: rows[0]?.total ?? 0, more: false });
}

/**
 * How a term is searched: anywhere in the words. The trigram index does not help for less than
 * three characters. Then a frequent term is found by scanning, few discussions are read completely,
 * and otherwise only beginnings of words match.
 */
async function readTerm(ctx: ReadCtx, term: string, tags: DiscussionTag[]) {
  const sample = await readSample(ctx);
  const inside = `%${escapeForLike(term)}%`;
  const isCommon = isSurelyCommon(sample, { part: term, tags });
  const isIndexed = !isShortTerm(term);
  if (term === '' || isIndexed || isCommon)
    return { pattern: inside, access: 'index', isCommon } as const;
  const isFew = sample.all <= discussionConstants.shortSearchMax;
  if (isFew) return { pattern: inside, access: 'scan', isCommon } as const;
  return { pattern: getSearchPatterns(term).pattern, access: 'index', isCommon } as const;
}

/** Whether a list or search is known to have more matches than are counted. */
function openCountCache(
  { discussions: { caches: discussionCaches } }: ReadCtx,
  keyParts: readonly string[],
) {
  const key = JSON.stringify(keyParts);
  const { largeResults } = discussionCaches;
  return { isKnownLarge: largeResults.has(key), rememberLarge: () => largeResults.set(key, true) };
}
