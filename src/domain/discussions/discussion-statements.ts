import { type SQL, sql } from 'drizzle-orm';
import { discussionSearch, discussions, discussionTagRows, users } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import type { DiscussionOrder } from '#shared/discussion-order.ts';
import type { DiscussionTag } from '#shared/discussion-tags.ts';
import { discussion as limits } from '#shared/limits.ts';
import type { Writer } from './writer.ts';

/** A row of the list; a page without discussions is one row that has the total alone. */
export interface DiscussionRow {
  total: number;
  id: string | null;
  title: string;
  /** The beginning of the content, a character longer than what is shown of it. */
  start: string;
  game: string;
  gameId: number | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  author: Writer;
  comments: number;
  createdAt: Date;
  lastActivityAt: Date;
}

const value = sql.placeholder;
const size = sql.raw(String(limits.pageSize));
const offset = sql`${value('offset')}::integer`;
const countTo = sql`${value('countTo')}::integer`;

/** What an order needs of `item`, so that an index alone can answer, and that order. */
const orders: Record<DiscussionOrder, { column: SQL; by: SQL }> = {
  newest: { column: sql``, by: sql`item.id desc` },
  activity: {
    column: sql`, item.last_activity_at`,
    by: sql`item.last_activity_at desc, item.id desc`,
  },
  comments: { column: sql`, item.comment_count`, by: sql`item.comment_count desc, item.id desc` },
};

/** Counts the rows of `counted` and shows the discussions of `listed`, in order. */
function shown(
  order: DiscussionOrder,
  total = sql`select count(*)::integer as total from counted`,
) {
  return sql`select total.total, item.id, item.title,
      left(item.content, ${sql.raw(String(limits.previewLength + 1))}) as start,
      item.game, item.game_id as "gameId", item.tags, item.is_private as "isPrivate",
      json_build_object('username', author.display_username, 'name', author.name,
        'profilePic', author.profile_pic, 'role', author.role) as author,
      item.comment_count as comments, item.created_at as "createdAt",
      item.last_activity_at as "lastActivityAt"
    from (${total}) as total
    left join listed on true
    left join ${discussions} as item on item.id = listed.id
    left join ${users} as author on author.id = item.author_id
    order by ${orders[order].by}`;
}

interface Page extends Record<string, unknown> {
  offset: number;
  /** Where counting stops; 0 to leave it. */
  countTo: number;
}

/** Every discussion, page by page. */
const whole = (order: DiscussionOrder) =>
  preparedStatement<DiscussionRow, Page>(
    `discussions-${order}`,
    sql`with counted as materialized (
      select from ${discussions} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${discussions} as item
      order by ${orders[order].by} limit ${size} offset ${offset}
    )
    ${shown(order)}`,
  );

/** The rows of a tag, as `item`. */
const tagged = sql`(
  select discussion_id as id, last_activity_at, comment_count from ${discussionTagRows}
  where tag = ${value('tag')}::text) as item`;

/** The discussions of one tag, page by page. */
const ofTag = (order: DiscussionOrder) =>
  preparedStatement<DiscussionRow, Page & { tag: DiscussionTag }>(
    `discussions-of-tag-${order}`,
    sql`with counted as materialized (
      select from ${tagged} limit ${countTo}
    ),
    listed as materialized (
      select item.id ${orders[order].column} from ${tagged}
      order by ${orders[order].by} limit ${size} offset ${offset}
    )
    ${shown(order)}`,
  );

/** The newest of one game. */
const ofGame = preparedStatement<DiscussionRow, Page & { gameId: number }>(
  'discussions-of-game',
  sql`with counted as materialized (
    select from ${discussions} where game_id = ${value('gameId')}::integer limit ${countTo}
  ),
  listed as materialized (
    select item.id from ${discussions} as item where item.game_id = ${value('gameId')}::integer
    order by item.id desc limit ${sql.raw(String(limits.ofGame))} offset ${offset}
  )
  ${shown('newest')}`,
);

/** What is sought of a discussion: words in its texts, tags, or both. */
export type Sought = 'words' | 'tags' | 'both';

// Subselects, so that a common value does not talk the planner out of the index.
const hasWords = sql`entry.words like (select ${value('pattern')}::text)`;
const hasTags = sql`entry.tags @> (select ${value('tags')}::text[])`;
const matches: Record<Sought, SQL> = {
  words: hasWords,
  tags: hasTags,
  both: sql`${hasWords} and ${hasTags}`,
};

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
const gathered = (order: DiscussionOrder, sought: Sought, how: 'index' | 'scan') => {
  const from =
    order === 'newest'
      ? sql`counted as item`
      : sql`counted join ${discussions} as item on item.id = counted.id`;
  return preparedStatement<DiscussionRow, SoughtValues & { gatherTo: number; sortTo: number }>(
    `discussions-gathered-${order}-${sought}-${how}`,
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
      order by ${orders[order].by} limit ${size} offset ${offset}
    )
    ${shown(order)}`,
  );
};

/**
 * The same where there is much of it: walking all discussions in order, or those of a tag, soon meets a
 * page. How far it goes is bounded; the total tells how many it met, up to the end of the page.
 */
const walked = (order: DiscussionOrder, sought: Sought) => {
  const from = sought === 'words' ? sql`${discussions} as item` : tagged;
  return preparedStatement<DiscussionRow, SoughtValues & { tag?: DiscussionTag }>(
    `discussions-walked-${order}-${sought}`,
    sql`with counted as materialized (
      select item.* from (
        select item.id ${orders[order].column} from ${from}
        order by ${orders[order].by} limit ${sql.raw(String(limits.walkMax))}
      ) as item cross join lateral (
        select from ${discussionSearch} as entry
        where entry.discussion_id = item.id and ${matches[sought]} offset 0
      ) as entry
      limit ${size} + ${offset}
    ),
    listed as materialized (
      select item.id from counted as item
      order by ${orders[order].by} limit ${size} offset ${offset}
    )
    ${shown(order)}`,
  );
};

/** Makes each statement when it is first needed: most are rare. */
function kept<Arguments extends string[], Statement>(
  make: (...how: Arguments) => Statement,
): (...how: Arguments) => Statement {
  const made = new Map<string, Statement>();
  return (...how) => {
    const name = how.join();
    const statement = made.get(name) ?? make(...how);
    made.set(name, statement);
    return statement;
  };
}

export const discussionStatements = {
  ofGame,
  whole: kept(whole),
  ofTag: kept(ofTag),
  gathered: kept(gathered),
  walked: kept(walked),
};
