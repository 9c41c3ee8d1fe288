import { sql } from 'drizzle-orm';
import { float, text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { discussionSearch } from '#database/schema.ts';
import { cachedRead } from '#domain/lib/cached-read.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { discussionTagArray } from './discussion-list-row.ts';

interface SampleEntry {
  words: string;
  tags: DiscussionTag[];
}

/**
 * A sample counts as evidence only when it indicates at least this many times the counting limit.
 * Below that it may be chance.
 */
const certaintyFactor = 4;
const hitsMin = 8;

interface Sample {
  /** The approximate number of discussions. */
  all: number;
  entries: SampleEntry[];
  /** When at least this many entries match, there are more matches than are counted. */
  hitsOfMany: number;
}

const estimateRows = declareStatement<{ rows: number }, Record<string, never>>(
  { rows: float },
  sql`select reltuples::float8 as rows from pg_class where oid = 'discussion_search'::regclass`,
);

const readEntries = declareStatement<SampleEntry, { percent: number }>(
  { words: text, tags: discussionTagArray },
  // The first 500 characters suffice: a missed match only means that the normal search runs.
  sql`select left(words, 500) as words, tags from ${discussionSearch}
    tablesample system (${sql.placeholder('percent')}::real)`,
);

/**
 * A sample of all discussions. Empty when there are few discussions, because they can be searched
 * quickly.
 */
export const readSample = cachedRead(
  'discussion-sample',
  discussionConstants.sampleMs,
  async ({ db }): Promise<Sample> => {
    const [estimate] = await estimateRows(db, {});
    const all = estimate?.rows ?? 0;
    if (all < certaintyFactor * discussionConstants.foundMax)
      return { all, entries: [], hitsOfMany: hitsMin };
    const share = Math.min(1, discussionConstants.sampleSize / all);
    const entries = await readEntries(db, { percent: share * 100 });
    const hitsOfMany = Math.max(
      hitsMin,
      Math.ceil(certaintyFactor * discussionConstants.foundMax * share),
    );
    return { all, entries, hitsOfMany };
  },
);

/**
 * Whether the sample shows that more discussions than the counting limit contain `part` and have
 * the tags. Collecting so many matches would be slow. False means unknown.
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
