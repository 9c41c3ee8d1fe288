import type { Database } from '#db/client.ts';
import type { DiscussionTag } from '#shared/discussion-tags.ts';
import type { DiscussionsQuery } from '#shared/inputs/discussions.ts';
import { discussion as limits } from '#shared/limits.ts';
import {
  escapedForLike,
  insideFrom,
  searchPatterns,
  searchWords,
} from '../catalogue/search-words.ts';
import type { Ctx } from '../context.ts';
import { createMemory } from '../memory.ts';
import { type DiscussionRow, discussionStatements, type Sought } from './discussion-statements.ts';
import { type DiscussedGame, gameOf } from './game-of.ts';
import { isSurelyCommon, readSample } from './search-sample.ts';
import type { Writer } from './writer.ts';

/** A discussion as a list shows it. */
export interface ListedDiscussion {
  id: string;
  title: string;
  /** The first 30 characters of the content and, where there are more, an ellipsis. */
  preview: string;
  game: DiscussedGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  author: Writer;
  /** How many comments it has. */
  comments: number;
  createdAt: Date;
  /** Of its last comment; of itself, without one. */
  lastActivityAt: Date;
}

export interface DiscussionsPage {
  discussions: ListedDiscussion[];
  /** How many match, counted up to a limit. */
  total: number;
  /** Whether there are more than `total`. */
  more: boolean;
  /** How many pages can be asked for, at least one. */
  pages: number;
}

type ReadCtx = Pick<Ctx, 'db' | 'clock'>;

/**
 * A page of the discussions that have the term in title, content or game, without regard to case, and
 * all of the tags: the newest first, or by latest activity or by number of comments. Equals follow one
 * another by their ids. Of a search that finds more than `discussion.foundMax` the first
 * `discussion.foundShown` can be paged through.
 */
export async function listDiscussions(
  ctx: ReadCtx,
  { q, genre, order, page }: DiscussionsQuery,
): Promise<DiscussionsPage> {
  const offset = (page - 1) * limits.pageSize;
  const term = searchWords(q);
  // Nothing but punctuation was typed: nothing is found by it.
  if (!term && q.trim()) return { discussions: [], total: 0, more: false, pages: 1 };
  const [tag, ...others] = genre;
  if (term || others.length > 0) return search(ctx, { term, tags: genre, order, offset });
  const many = rememberedIn(ctx, ['list', tag ?? '']);
  const counted = { offset, countTo: many.known ? 0 : limits.countMax + 1 };
  const rows = tag
    ? await discussionStatements.ofTag(order)(ctx.db, { ...counted, tag })
    : await discussionStatements.whole(order)(ctx.db, counted);
  const more = many.known || (rows[0]?.total ?? 0) > limits.countMax;
  if (more) many.remember();
  return pageOf(rows, { total: more ? limits.countMax : (rows[0]?.total ?? 0), more });
}

/** The newest discussions of a game, for its page, and how many there are, counted as in a list. */
export async function listDiscussionsOfGame(
  { db }: Pick<Ctx, 'db'>,
  { gameId }: { gameId: number },
): Promise<Omit<DiscussionsPage, 'pages'>> {
  const counted = { offset: 0, countTo: limits.countMax + 1 };
  const rows = await discussionStatements.ofGame(db, { ...counted, gameId });
  const total = rows[0]?.total ?? 0;
  const more = total > limits.countMax;
  return { discussions: listed(rows), total: Math.min(total, limits.countMax), more };
}

interface Search {
  /** In the form of `searchWords`; empty for any. */
  term: string;
  tags: DiscussionTag[];
  order: DiscussionsQuery['order'];
  offset: number;
}

async function search(ctx: ReadCtx, { term, tags, order, offset }: Search) {
  const sought: Sought = !term ? 'tags' : tags.length > 0 ? 'both' : 'words';
  const many = rememberedIn(ctx, ['search', term, ...tags]);
  const { pattern, how, isCommon } = await readTerm(ctx, term, tags);
  const values = { pattern, tags, tag: tags[0], offset };
  const gathered = discussionStatements.gathered(order, sought, how);
  if (!many.known && !isCommon) {
    const to = { gatherTo: limits.foundMax + 1, sortTo: limits.foundMax };
    const rows = await gathered(ctx.db, { ...values, ...to });
    const total = rows[0]?.total ?? 0;
    if (total <= limits.foundMax) return pageOf(rows, { total, more: false });
  }
  many.remember();
  const found = { total: limits.foundMax, more: true, reached: limits.foundShown };
  const bounded = { ...values, offset: Math.min(offset, limits.foundShown - limits.pageSize) };
  const rows = await discussionStatements.walked(order, sought)(ctx.db, bounded);
  if ((rows[0]?.total ?? 0) === bounded.offset + limits.pageSize) return pageOf(rows, found);
  // What is in many, but in none of those that come first.
  const to = { gatherTo: limits.countMax, sortTo: limits.countMax };
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
  const isFew = sample.all <= limits.shortSearchMax;
  if (isFew) return { pattern: inside, how: 'scan', isCommon } as const;
  return { pattern: searchPatterns(term).pattern, how: 'index', isCommon } as const;
}

interface Counted {
  total: number;
  more: boolean;
  /** How many can be paged through, if not all that were counted. */
  reached?: number;
}

function pageOf(rows: DiscussionRow[], { total, more, reached = total }: Counted): DiscussionsPage {
  const pages = Math.max(1, Math.ceil(reached / limits.pageSize));
  return { discussions: listed(rows), total, more, pages };
}

function listed(rows: DiscussionRow[]): ListedDiscussion[] {
  return rows.flatMap(({ id, total: _, start, game, gameId, ...row }) =>
    id === null ? [] : [{ ...row, id, preview: previewOf(start), game: gameOf({ game, gameId }) }],
  );
}

function previewOf(start: string): string {
  const characters = [...start];
  const shown = characters.slice(0, limits.previewLength).join('').replace(/\s+/gu, ' ');
  return characters.length > limits.previewLength ? `${shown.trimEnd()}…` : shown;
}

/** How long it is not counted again what was more than is counted: the most costly to learn of a page. */
const remembered = { ms: 60_000, max: 2_000 };
const memories = new WeakMap<Database, ReturnType<typeof createMemory>>();

function rememberedIn({ db, clock }: ReadCtx, what: readonly string[]) {
  const name = JSON.stringify(what);
  const memory = memories.get(db) ?? createMemory(clock, remembered);
  memories.set(db, memory);
  return { known: memory.has(name), remember: () => memory.set(name, true) };
}
