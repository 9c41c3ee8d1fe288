import { sql } from 'drizzle-orm';
import { prepareStatement } from '#database/prepared-query.ts';
import { discussionSearch, discussions } from '#database/schema.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import {
  type DiscussionOrder,
  discussionConstants,
} from '#shared/constants/discussions/discussions.ts';
import {
  type DiscussionRow,
  discussionColumns,
  matchConditions,
  offsetSql,
  orders,
  type PageValues,
  type SearchKind,
  selectListed,
} from './discussion-list-row.ts';

const value = sql.placeholder;

interface GamePageValues extends PageValues {
  gameId: number;
  /** The number of discussions on a page. */
  size: number;
}

/** The newest `max` discussions of a game, as `item`. The column of the sort order is included. */
const newestOfGame = (order: DiscussionOrder, max: number) => sql`(
  select item.id ${orders[order].column} from ${discussions} as item
  where item.game_id = ${value('gameId')}::integer and item.hidden_cause is null
  order by item.id desc limit ${sql.raw(String(max))}
) as item`;

const selectPage = (order: DiscussionOrder) => sql`
  select item.id from counted as item
  order by ${orders[order].by} limit ${value('size')}::integer offset ${offsetSql}`;

/**
 * A page of the discussions of one game. If the game has more than `countMax` discussions, only the newest are
 * listed.
 */
export const allOfGame = (order: DiscussionOrder) =>
  prepareStatement<DiscussionRow, GamePageValues>(
    `discussions-of-game-${order}`,
    discussionColumns,
    sql`with counted as materialized (
      select item.* from ${newestOfGame(order, discussionConstants.countMax + 1)} limit ${value('countTo')}::integer
    ),
    listed as materialized (${selectPage(order)})
    ${selectListed(order)}`,
  );

/** A page of a search among the newest `scanMax` discussions of one game. */
export const searchOfGame = (order: DiscussionOrder, sought: SearchKind) =>
  prepareStatement<DiscussionRow, GamePageValues & { pattern?: string; tags?: DiscussionTag[] }>(
    `discussions-of-game-${order}-${sought}`,
    discussionColumns,
    sql`with counted as materialized (
      select item.* from ${newestOfGame(order, discussionConstants.scanMax)} cross join lateral (
        select from ${discussionSearch} as entry
        where entry.discussion_id = item.id and ${matchConditions[sought]} offset 0
      ) as entry
      limit ${value('countTo')}::integer
    ),
    listed as materialized (${selectPage(order)})
    ${selectListed(order)}`,
  );
