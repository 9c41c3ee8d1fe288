import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { discussionSearch, discussions } from '#database/schema.ts';
import type { DiscussionOrder } from '#shared/constants/discussion-order.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import {
  type DiscussionRow,
  matches,
  offset,
  orders,
  type Page,
  type Sought,
  shown,
} from './discussion-rows.ts';

const value = sql.placeholder;

interface OfGame extends Page {
  gameId: number;
  /** How many are shown. */
  size: number;
}

/** The newest of a game, as `item`: so many that a page is found among them, whatever its order. */
const newest = (order: DiscussionOrder, most: number) => sql`(
  select item.id ${orders[order].column} from ${discussions} as item
  where item.game_id = ${value('gameId')}::integer
  order by item.id desc limit ${sql.raw(String(most))}
) as item`;

const page = (order: DiscussionOrder) => sql`
  select item.id from counted as item
  order by ${orders[order].by} limit ${value('size')}::integer offset ${offset}`;

/** The discussions of one game; of more than are counted, the newest. */
export const ofGame = (order: DiscussionOrder) =>
  preparedStatement<DiscussionRow, OfGame>(
    `discussions-of-game-${order}`,
    sql`with counted as materialized (
      select item.* from ${newest(order, discussionConstants.countMax + 1)} limit ${value('countTo')}::integer
    ),
    listed as materialized (${page(order)})
    ${shown(order)}`,
  );

/** Those of them with words or tags; how far it looks is bounded. */
export const ofGameSought = (order: DiscussionOrder, sought: Sought) =>
  preparedStatement<DiscussionRow, OfGame & { pattern?: string; tags?: DiscussionTag[] }>(
    `discussions-of-game-${order}-${sought}`,
    sql`with counted as materialized (
      select item.* from ${newest(order, discussionConstants.walkMax)} cross join lateral (
        select from ${discussionSearch} as entry
        where entry.discussion_id = item.id and ${matches[sought]} offset 0
      ) as entry
      limit ${value('countTo')}::integer
    ),
    listed as materialized (${page(order)})
    ${shown(order)}`,
  );
