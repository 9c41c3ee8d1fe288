import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  boolean,
  type ColumnType,
  type ColumnTypes,
  integer,
  json,
  type LeftJoined,
  leftJoined,
  nullable,
  text,
  textArray,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { discussions, users } from '#database/schema.ts';
import type { PageRowLimit } from '#domain/lib/page-row-limit.ts';
import {
  type DiscussionTag,
  discussionTags,
} from '#shared/constants/discussions/discussion-tags.ts';
import {
  type DiscussionOrder,
  discussionConstants,
} from '#shared/constants/discussions/discussions.ts';
import { type Author, authorValue } from '../author-columns.ts';

/** A discussion of a list. */
interface SelectedDiscussion {
  id: string;
  title: string;
  /** The beginning of the content, one character longer than the preview. */
  start: string;
  game: string;
  gameId: number | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  author: Author;
  comments: number;
  createdAt: Date;
  lastActivityAt: Date;
}

/** A row of the list. An empty page is one row with the total only. */
export type DiscussionRow = LeftJoined<SelectedDiscussion> & { total: number };

export const discussionTagArray: ColumnType<DiscussionTag[]> = {
  oids: textArray.oids,
  value: z.array(z.enum(discussionTags)),
};

export const discussionColumns: ColumnTypes<DiscussionRow> = {
  total: integer,
  ...leftJoined<SelectedDiscussion>({
    id: uuid,
    title: text,
    start: text,
    game: text,
    gameId: nullable(integer),
    tags: discussionTagArray,
    isPrivate: boolean,
    author: json(authorValue),
    comments: integer,
    createdAt: timestamptz,
    lastActivityAt: timestamptz,
  }),
};

const value = sql.placeholder;
export type RowLimit = PageRowLimit<typeof discussionConstants.pageSize>;
export const limitSql = (rows: RowLimit) => sql.raw(String(rows));
export const offsetSql = sql`${value('offset')}::integer`;

/**
 * For each order: the columns of `item` that it needs, so that an index alone can answer, and the
 * order.
 */
export const orders: Record<DiscussionOrder, { column: SQL; by: SQL }> = {
  newest: { column: sql``, by: sql`item.id desc` },
  activity: {
    column: sql`, item.last_activity_at`,
    by: sql`item.last_activity_at desc, item.id desc`,
  },
  comments: { column: sql`, item.comment_count`, by: sql`item.comment_count desc, item.id desc` },
};

/** Selects the discussions of `listed` in order, with the number of rows of `counted`. */
export function selectListed(
  order: DiscussionOrder,
  total = sql`select count(*)::integer as total from counted`,
) {
  return sql`select total.total, item.id, item.title,
      left(item.content, ${sql.raw(String(discussionConstants.previewLength + 1))}) as start,
      item.game, item.game_id as "gameId", item.tags, item.is_private as "isPrivate",
      case when author.id is not null then json_build_object('username', author.display_username,
        'name', author.name, 'profilePic', author.profile_pic, 'role', author.role) end as author,
      item.comment_count as comments, item.created_at as "createdAt",
      item.last_activity_at as "lastActivityAt"
    from (${total}) as total
    left join listed on true
    left join ${discussions} as item on item.id = listed.id
    left join ${users} as author on author.id = item.author_id
    order by ${orders[order].by}`;
}

/**
 * Leaves the hidden discussions out, as `item`. An index has them alone: the index of the order can still answer
 * without the table. The rows of tags and of the search have none.
 */
export const isListed = sql`item.id not in (
  select hidden.id from ${discussions} as hidden where hidden.hidden_cause is not null)`;

/** The values of a statement for one page. */
export interface PageValues extends Record<string, unknown> {
  offset: number;
  /** Where counting stops; 0 for no count. */
  countTo: number;
}

/** What a search filters by: words in the texts, tags, or both. */
export type SearchKind = 'words' | 'tags' | 'both';

// As subselects, so that the planner uses the index for frequent values too.
const hasWords = sql`entry.words like (select ${value('pattern')}::text)`;
const hasTags = sql`entry.tags @> (select ${value('tags')}::text[])`;
/** The conditions for `entry`, a row of `discussionSearch`. */
export const matchConditions: Record<SearchKind, SQL> = {
  words: hasWords,
  tags: hasTags,
  both: sql`${hasWords} and ${hasTags}`,
};

/** The kind of a search; null when it has neither a term nor tags. */
export function getSearchKind(term: string, tags: readonly DiscussionTag[]): SearchKind | null {
  if (!term) return tags.length > 0 ? 'tags' : null;
  return tags.length > 0 ? 'both' : 'words';
}
