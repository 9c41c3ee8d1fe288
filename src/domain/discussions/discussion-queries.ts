import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { discussionSearch, discussions, discussionTagRows } from '#database/schema.ts';
import type { DiscussionOrder } from '#shared/constants/discussion-order.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { memoizeByKey } from '../lib/cached-read.ts';
import {
  type DiscussionRow,
  limit,
  matches,
  offset,
  orders,
  type Page,
  type Rows,
  type Sought,
  shown,
} from './discussion-rows.ts';
import { ofGame, ofGameSought } from './game-discussion-queries.ts';

const value = sql.placeholder;
const countTo = sql`${value('countTo')}::integer`;

/** Every discussion, page by page. */
const whole = (order: DiscussionOrder, rows: Rows) =>
  preparedStatement<DiscussionRow, Page>(
    `discussions-${order}-${rows}`,
    sql`with counted as materialized (
      select from ${discussions} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${discussions} as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${offset}
    )
    ${shown(order)}`,
  );

/** The rows of a tag, as `item`. */
const tagged = sql`(
  select discussion_id as id, last_activity_at, comment_count from ${discussionTagRows}
  where tag = ${value('tag')}::text) as item`;

/** The discussions of one tag, page by page. */
const ofTag = (order: DiscussionOrder, rows: Rows) =>
  preparedStatement<DiscussionRow, Page & { tag: DiscussionTag }>(
    `discussions-of-tag-${order}-${rows}`,
    sql`with counted as materialized (
      select from ${tagged} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${tagged}
      order by ${orders[order].by} limit ${limit(rows)} offset ${offset}
    )
    ${shown(order)}`,
  );

interface SoughtValues extends Record<string, unknown> {
  /** For LIKE. */
  pattern?: string;
  tags?: DiscussionTag[];
  offset: number;
}

/**
 * What is found, gathered up to `gatherTo` as it comes, and put in order unless that are more than
 * `sortTo`. `scan` keeps away from the index, which would be read through for a term too short for it.
 */
const gathered = (order: DiscussionOrder, sought: Sought, how: 'index' | 'scan', rows: Rows) => {
  const from =
    order === 'newest'
      ? sql`counted as item`
      : sql`counted join ${discussions} as item on item.id = counted.id`;
  return preparedStatement<DiscussionRow, SoughtValues & { gatherTo: number; sortTo: number }>(
    `discussions-gathered-${order}-${sought}-${how}-${rows}`,
    sql`with found as materialized (
      select entry.discussion_id as id
      from (select * from ${discussionSearch} ${how === 'scan' ? sql`offset 0` : sql``}) as entry
      where ${matches[sought]}
    ),
    counted as materialized (
      select found.id from found limit ${value('gatherTo')}::integer
    ),
    listed as materialized (
      select item.id from ${from}
      where (select count(*) from counted) <= ${value('sortTo')}::integer
      order by ${orders[order].by} limit ${limit(rows)} offset ${offset}
    )
    ${shown(order)}`,
  );
};

/**
 * The same where there is much of it: scanning all discussions in order, or those of a tag, soon meets a
 * page. How far it goes is bounded; the total tells how many it met, up to the end of the page.
 */
const scanned = (order: DiscussionOrder, sought: Sought, rows: Rows) => {
  const from = sought === 'words' ? sql`${discussions} as item` : tagged;
  return preparedStatement<DiscussionRow, SoughtValues & { tag?: DiscussionTag }>(
    `discussions-scanned-${order}-${sought}-${rows}`,
    sql`with counted as materialized (
      select item.* from (
        select item.id ${orders[order].column} from ${from}
        order by ${orders[order].by} limit ${sql.raw(String(discussionConstants.walkMax))}
      ) as item cross join lateral (
        select from ${discussionSearch} as entry
        where entry.discussion_id = item.id and ${matches[sought]} offset 0
      ) as entry
      limit ${limit(rows)} + ${offset}
    ),
    listed as materialized (
      select item.id from counted as item
      order by ${orders[order].by} limit ${limit(rows)} offset ${offset}
    )
    ${shown(order)}`,
  );
};

export const discussionQueries = {
  ofGame: memoizeByKey(ofGame),
  ofGameSought: memoizeByKey(ofGameSought),
  whole: memoizeByKey(whole),
  ofTag: memoizeByKey(ofTag),
  gathered: memoizeByKey(gathered),
  scanned: memoizeByKey(scanned),
};
