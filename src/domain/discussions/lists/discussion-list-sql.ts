import { sql } from 'drizzle-orm';
import { prepareStatement } from '#database/prepared-query.ts';
import { discussionSearch, discussions, discussionTagRows } from '#database/schema.ts';
import { memoizeByKey } from '#domain/lib/memoize-by-key.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import {
  type DiscussionOrder,
  discussionConstants,
} from '#shared/constants/discussions/discussions.ts';
import {
  type DiscussionRow,
  discussionColumns,
  isListed,
  limitSql,
  matchConditions,
  offsetSql,
  orders,
  type PageValues,
  type RowLimit,
  type SearchKind,
  selectListed,
} from './discussion-list-row.ts';
import { allOfGame, searchOfGame } from './game-discussion-list-sql.ts';

const value = sql.placeholder;
const countTo = sql`${value('countTo')}::integer`;

/** A page of all discussions. */
const allDiscussions = (order: DiscussionOrder, rows: RowLimit) =>
  prepareStatement<DiscussionRow, PageValues>(
    `discussions-${order}-${rows}`,
    discussionColumns,
    sql`with counted as materialized (
      select from ${discussions} as item where ${isListed} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${discussions} as item where ${isListed}
      order by ${orders[order].by} limit ${limitSql(rows)} offset ${offsetSql}
    )
    ${selectListed(order)}`,
  );

/** The discussions of a tag, as `item`. */
const discussionsOfTag = sql`(
  select discussion_id as id, last_activity_at, comment_count from ${discussionTagRows}
  where tag = ${value('tag')}::text) as item`;

/** A page of the discussions of one tag. */
const allOfTag = (order: DiscussionOrder, rows: RowLimit) =>
  prepareStatement<DiscussionRow, PageValues & { tag: DiscussionTag }>(
    `discussions-of-tag-${order}-${rows}`,
    discussionColumns,
    sql`with counted as materialized (
      select from ${discussionsOfTag} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${discussionsOfTag}
      order by ${orders[order].by} limit ${limitSql(rows)} offset ${offsetSql}
    )
    ${selectListed(order)}`,
  );

interface SearchValues extends Record<string, unknown> {
  /** A pattern for LIKE. */
  pattern?: string;
  tags?: DiscussionTag[];
  offset: number;
}

/**
 * A search that first collects up to `collectMax` matches and sorts them only when there are at most
 * `sortMax`. With `scan` it does not use the trigram index: for terms shorter than a trigram, the
 * index would be read completely.
 */
const gathered = (
  order: DiscussionOrder,
  kind: SearchKind,
  access: 'index' | 'scan',
  rows: RowLimit,
) => {
  const from =
    order === 'newest'
      ? sql`counted as item`
      : sql`counted join ${discussions} as item on item.id = counted.id`;
  return prepareStatement<DiscussionRow, SearchValues & { collectMax: number; sortMax: number }>(
    `discussions-gathered-${order}-${kind}-${access}-${rows}`,
    discussionColumns,
    sql`with found as materialized (
      select entry.discussion_id as id
      from (select * from ${discussionSearch} ${access === 'scan' ? sql`offset 0` : sql``}) as entry
      where ${matchConditions[kind]}
    ),
    counted as materialized (
      select found.id from found limit ${value('collectMax')}::integer
    ),
    listed as materialized (
      select item.id from ${from}
      where (select count(*) from counted) <= ${value('sortMax')}::integer
      order by ${orders[order].by} limit ${limitSql(rows)} offset ${offsetSql}
    )
    ${selectListed(order)}`,
  );
};

/**
 * A search for frequent matches: it scans all discussions, or those of a tag, in order until a page
 * is full. The scan is bounded. The total is the number of matches up to the end of the page.
 */
const scanned = (order: DiscussionOrder, kind: SearchKind, rows: RowLimit) => {
  const from = kind === 'words' ? sql`${discussions} as item` : discussionsOfTag;
  return prepareStatement<DiscussionRow, SearchValues & { tag?: DiscussionTag }>(
    `discussions-scanned-${order}-${kind}-${rows}`,
    discussionColumns,
    sql`with counted as materialized (
      select item.* from (
        select item.id ${orders[order].column} from ${from}
        order by ${orders[order].by} limit ${sql.raw(String(discussionConstants.scanMax))}
      ) as item cross join lateral (
        select from ${discussionSearch} as entry
        where entry.discussion_id = item.id and ${matchConditions[kind]} offset 0
      ) as entry
      limit ${limitSql(rows)} + ${offsetSql}
    ),
    listed as materialized (
      select item.id from counted as item
      order by ${orders[order].by} limit ${limitSql(rows)} offset ${offsetSql}
    )
    ${selectListed(order)}`,
  );
};

export const discussionQueries = {
  allOfGame: memoizeByKey(allOfGame),
  searchOfGame: memoizeByKey(searchOfGame),
  allDiscussions: memoizeByKey(allDiscussions),
  allOfTag: memoizeByKey(allOfTag),
  materializedSearch: memoizeByKey(gathered),
  indexScanSearch: memoizeByKey(scanned),
};
