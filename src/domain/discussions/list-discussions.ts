import type { Database } from '#database/client.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { DiscussionsQuery } from '#shared/schemas/discussions.ts';
import type { Ctx } from '../context.ts';
import { rowsFor } from '../lib/rows-for-page.ts';
import { escapedForLike, insideFrom, searchPatterns, searchWords } from '../lib/search-words.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';
import { discussionQueries } from './discussion-queries.ts';
import { soughtBy } from './discussion-rows.ts';
import { type DiscussionsPage, pageOf } from './discussions-page.ts';
import { isSurelyCommon, readSample } from './estimate-matches.ts';
import { listOfGame } from './list-discussions-of-game.ts';

type ReadCtx = Pick<Ctx, 'db' | 'clock'>;
type SearchCtx = ReadCtx & Pick<Ctx, 'actor' | 'request' | 'rateLimiter'>;

/**
 * A page of the discussions that have the term in title, content or game, without regard to case, all of
 * the tags, and are about the game: the newest first, or by latest activity or by number of comments.
 * Equals follow one another by their ids. Of a search that finds more than `discussion.foundMax` the
 * first `discussion.foundShown` can be paged through; of a game with very many, the newest.
 * @throws Refusal `rate-limited` (searches, of an account or of an address without one).
 */
export async function listDiscussions(
  ctx: SearchCtx,
  { q, genre, game, order, perPage, page }: DiscussionsQuery,
): Promise<DiscussionsPage> {
  const offset = Math.min((page - 1) * perPage, discussionConstants.countMax);
  const term = searchWords(q);
  // Nothing but punctuation was typed: nothing is found by it.
  if (!term && q.trim()) return { discussions: [], total: 0, more: false, pages: 1 };
  const [tag, ...others] = genre;
  const searched = term !== '' || others.length > 0;
  if (searched || (game !== null && tag)) await takeSearch(ctx);
  if (game !== null) {
    return listOfGame(ctx, { term, tags: genre, order, offset, perPage, gameId: game });
  }
  if (searched) return search(ctx, { term, tags: genre, order, offset, perPage });
  const many = rememberedIn(ctx, ['list', tag ?? '']);
  const size = rowsFor(perPage, discussionConstants.pageSize);
  const counted = { offset, countTo: many.known ? 0 : discussionConstants.countMax + 1 };
  const rows = tag
    ? await discussionQueries.ofTag(order, size)(ctx.db, { ...counted, tag })
    : await discussionQueries.whole(order, size)(ctx.db, counted);
  const more = many.known || (rows[0]?.total ?? 0) > discussionConstants.countMax;
  if (more) many.remember();
  return pageOf(rows, {
    perPage,
    total: more ? discussionConstants.countMax : (rows[0]?.total ?? 0),
    more,
  });
}

/** Who searches on and on keeps the database from others. */
async function takeSearch(ctx: SearchCtx): Promise<void> {
  if (ctx.actor) await ctx.rateLimiter.take('discussion-search-by-account', ctx.actor.id);
  else await ctx.rateLimiter.take('discussion-search-by-address', ctx.request.address);
}

interface Search {
  /** In the form of `searchWords`; empty for any. */
  term: string;
  tags: DiscussionTag[];
  order: DiscussionsQuery['order'];
  offset: number;
  perPage: number;
}

async function search(ctx: ReadCtx, { term, tags, order, offset, perPage }: Search) {
  const sought = soughtBy(term, tags) ?? 'tags';
  const size = rowsFor(perPage, discussionConstants.pageSize);
  const many = rememberedIn(ctx, ['search', term, ...tags]);
  const { pattern, how, isCommon } = await readTerm(ctx, term, tags);
  const values = { pattern, tags, tag: tags[0], offset };
  const gathered = discussionQueries.gathered(order, sought, how, size);
  if (!many.known && !isCommon) {
    const to = { gatherTo: discussionConstants.foundMax + 1, sortTo: discussionConstants.foundMax };
    const rows = await gathered(ctx.db, { ...values, ...to });
    const total = rows[0]?.total ?? 0;
    if (total <= discussionConstants.foundMax) return pageOf(rows, { perPage, total, more: false });
  }
  many.remember();
  const found = {
    perPage,
    total: discussionConstants.foundMax,
    more: true,
    reached: discussionConstants.foundShown,
  };
  const last = (Math.ceil(discussionConstants.foundShown / perPage) - 1) * perPage;
  const bounded = { ...values, offset: Math.min(offset, last) };
  const rows = await discussionQueries.scanned(order, sought, size)(ctx.db, bounded);
  if ((rows[0]?.total ?? 0) >= bounded.offset + perPage) return pageOf(rows, found);
  // What is in many, but in none of those that come first.
  const to = { gatherTo: discussionConstants.countMax, sortTo: discussionConstants.countMax };
  return pageOf(await gathered(ctx.db, { ...bounded, ...to }), found);
}

/**
 * How a term is looked for: anywhere in the words. Of less than three characters no index tells where
 * they are, so where it is neither common nor few are to be looked through, only words that begin so.
 */
async function readTerm(ctx: ReadCtx, term: string, tags: DiscussionTag[]) {
  const sample = await readSample(ctx);
  const inside = `%${escapedForLike(term)}%`;
  const isCommon = isSurelyCommon(sample, { part: term, tags });
  const isIndexed = [...term].length >= insideFrom;
  if (term === '' || isIndexed || isCommon)
    return { pattern: inside, how: 'index', isCommon } as const;
  const isFew = sample.all <= discussionConstants.shortSearchMax;
  if (isFew) return { pattern: inside, how: 'scan', isCommon } as const;
  return { pattern: searchPatterns(term).pattern, how: 'index', isCommon } as const;
}

/** How long it is not counted again what was more than is counted: the most costly to learn of a page. */
const remembered = { ms: 60_000, max: 2_000 };
const memories = new WeakMap<Database, ReturnType<typeof createTtlCache>>();

function rememberedIn({ db, clock }: ReadCtx, what: readonly string[]) {
  const name = JSON.stringify(what);
  const memory = memories.get(db) ?? createTtlCache(clock, remembered);
  memories.set(db, memory);
  return { known: memory.has(name), remember: () => memory.set(name, true) };
}
