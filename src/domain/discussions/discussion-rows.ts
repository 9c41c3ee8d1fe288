import { type SQL, sql } from 'drizzle-orm';
import { discussions, users } from '#database/schema.ts';
import type { DiscussionOrder } from '#shared/constants/discussion-order.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { RowsRead } from '../lib/rows-for-page.ts';
import type { Author } from './author-columns.ts';

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
  author: Author;
  comments: number;
  createdAt: Date;
  lastActivityAt: Date;
}

const value = sql.placeholder;
export type Rows = RowsRead<typeof discussionConstants.pageSize>;
export const limit = (rows: Rows) => sql.raw(String(rows));
export const offset = sql`${value('offset')}::integer`;

/** What an order needs of `item`, so that an index alone can answer, and that order. */
export const orders: Record<DiscussionOrder, { column: SQL; by: SQL }> = {
  newest: { column: sql``, by: sql`item.id desc` },
  activity: {
    column: sql`, item.last_activity_at`,
    by: sql`item.last_activity_at desc, item.id desc`,
  },
  comments: { column: sql`, item.comment_count`, by: sql`item.comment_count desc, item.id desc` },
};

/** Counts the rows of `counted` and shows the discussions of `listed`, in order. */
export function shown(
  order: DiscussionOrder,
  total = sql`select count(*)::integer as total from counted`,
) {
  return sql`select total.total, item.id, item.title,
      left(item.content, ${sql.raw(String(discussionConstants.previewLength + 1))}) as start,
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

/** What a page of a list is asked for by. */
export interface Page extends Record<string, unknown> {
  offset: number;
  /** Where counting stops; 0 to leave it. */
  countTo: number;
}

/** What is sought of a discussion: words in its texts, tags, or both. */
export type Sought = 'words' | 'tags' | 'both';

// Subselects, so that a common value does not talk the planner out of the index.
const hasWords = sql`entry.words like (select ${value('pattern')}::text)`;
const hasTags = sql`entry.tags @> (select ${value('tags')}::text[])`;
/** The same of `entry`, a row of `discussionSearch`. */
export const matches: Record<Sought, SQL> = {
  words: hasWords,
  tags: hasTags,
  both: sql`${hasWords} and ${hasTags}`,
};

/** Null for anything: neither a term nor tags. */
export function soughtBy(term: string, tags: readonly DiscussionTag[]): Sought | null {
  if (!term) return tags.length > 0 ? 'tags' : null;
  return tags.length > 0 ? 'both' : 'words';
}
