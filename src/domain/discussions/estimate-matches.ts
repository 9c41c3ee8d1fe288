import { sql } from 'drizzle-orm';
import { discussionSearch } from '#database/schema.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { cachedRead } from '../lib/cached-read.ts';

interface Sampled {
  words: string;
  tags: DiscussionTag[];
}

/** Where a sample tells of less than so many times what is counted, it may be chance. */
const clearly = 4;
const hitsMin = 8;

interface Sample {
  /** How many discussions there are, about. */
  all: number;
  entries: Sampled[];
  /** So many of the entries tell that there are more than are counted. */
  hitsOfMany: number;
}

/** A sample of all discussions; of few it has none, as all of them are soon looked through. */
export const readSample = cachedRead(
  discussionConstants.sampleMs,
  async ({ db }): Promise<Sample> => {
    const { rows } = await db.execute<{ rows: number }>(
      sql`select reltuples::float8 as rows from pg_class where oid = 'discussion_search'::regclass`,
    );
    const all = rows[0]?.rows ?? 0;
    if (all < clearly * discussionConstants.foundMax)
      return { all, entries: [], hitsOfMany: hitsMin };
    const share = Math.min(1, discussionConstants.sampled / all);
    const taken = await db.execute<Sampled & Record<string, unknown>>(
      // The beginnings will do: who finds less in them looks no further than without a sample.
      sql`select left(words, 500) as words, tags from ${discussionSearch} tablesample system (${share * 100}::real)`,
    );
    const hitsOfMany = Math.max(hitsMin, Math.ceil(clearly * discussionConstants.foundMax * share));
    return { all, entries: taken.rows, hitsOfMany };
  },
);

/**
 * Whether a sample tells that more discussions than are counted have `part` in their words, and the
 * tags: gathering all of what is so common takes longer than all else. False says nothing.
 */
export function isSurelyCommon(
  { entries, hitsOfMany }: Sample,
  { part, tags }: { part: string; tags: readonly DiscussionTag[] },
): boolean {
  let hits = 0;
  for (const entry of entries) {
    if (!entry.words.includes(part) || !tags.every((tag) => entry.tags.includes(tag))) continue;
    hits += 1;
    if (hits === hitsOfMany) return true;
  }
  return false;
}
