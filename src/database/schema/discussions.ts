import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type DiscussionTag,
  discussionTags,
} from '#shared/constants/discussions/discussion-tags.ts';
import { users } from './accounts.ts';
import { games } from './catalog.ts';
import { hiddenColumns } from './hidden-columns.ts';

const allowedTags = sql.raw(`array[${discussionTags.map((tag) => `'${tag}'`).join(', ')}]`);

export const discussions = pgTable(
  'discussions',
  {
    /** Ids are in the order of time. */
    id: uuid().primaryKey().default(sql`uuidv7()`),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    content: text().notNull(),
    /** The name of the game as it was typed; empty for no game. */
    game: text().notNull().default(''),
    /** The catalog's game of that name, if there was one. */
    gameId: integer().references(() => games.id, { onDelete: 'set null' }),
    tags: text().array().$type<DiscussionTag[]>().notNull().default(sql`'{}'`),
    /** Whether only the author can comment. Everybody can read it. */
    isPrivate: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    editedAt: timestamp({ withTimezone: true }),
    /** Without hidden comments. */
    commentCount: integer().notNull().default(0),
    /** The time of the last comment that is not hidden; of the discussion when it has none. */
    lastActivityAt: timestamp({ withTimezone: true }).notNull(),
    ...hiddenColumns(),
  },
  (table) => [
    // See `docs/product.md`, 13.2.
    check('discussions_title', sql`char_length(${table.title}) between 1 and 120`),
    check('discussions_content', sql`char_length(${table.content}) between 1 and 10000`),
    check('discussions_game', sql`char_length(${table.game}) <= 100`),
    check('discussions_tags', sql`${table.tags} <@ ${allowedTags}`),
    check('discussions_comments', sql`${table.commentCount} >= 0`),
    // The order by activity. Also the target of the foreign key of `discussion_tags`, which updates
    // the copies.
    unique('discussions_activity').on(table.lastActivityAt, table.id, table.commentCount),
    index('discussions_comment_count').on(table.commentCount, table.id),
    index('discussions_of_game').on(table.gameId, table.id),
    index('discussions_hidden').on(table.id).where(sql`${table.hiddenCause} is not null`),
  ],
);

/**
 * A row for each tag of a discussion that is not hidden, so that each order of each tag has an index. The foreign key
 * updates the copied columns.
 */
export const discussionTagRows = pgTable(
  'discussion_tags',
  {
    discussionId: uuid().notNull(),
    tag: text().$type<DiscussionTag>().notNull(),
    lastActivityAt: timestamp({ withTimezone: true }).notNull(),
    commentCount: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'discussion_tags_pkey', columns: [table.discussionId, table.tag] }),
    foreignKey({
      name: 'discussion_tags_discussion',
      columns: [table.lastActivityAt, table.discussionId, table.commentCount],
      foreignColumns: [discussions.lastActivityAt, discussions.id, discussions.commentCount],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    index('discussion_tags_newest').on(table.tag, table.discussionId),
    index('discussion_tags_activity').on(table.tag, table.lastActivityAt, table.discussionId),
    index('discussion_tags_comments').on(table.tag, table.commentCount, table.discussionId),
  ],
);

/**
 * The search text of discussions that are not hidden: title, content and game. In a table of its own, because every
 * comment updates the row in `discussions` and would have to update hundreds of entries of this
 * index.
 */
export const discussionSearch = pgTable(
  'discussion_search',
  {
    discussionId: uuid()
      .primaryKey()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    /** In the form of `toSearchWords`, one line each for title, content and game. */
    words: text().notNull(),
    /** The tags of the discussion, for searches by words and tags. */
    tags: text().array().$type<DiscussionTag[]>().notNull().default(sql`'{}'`),
  },
  (table) => [
    // No pending list: every search would read it completely.
    index('discussion_search_found')
      .using('gin', sql`${table.words} gin_trgm_ops`, table.tags)
      .with({ fastupdate: false }),
  ],
);

export const discussionComments = pgTable(
  'discussion_comments',
  {
    /** Ids are in the order of time. */
    id: uuid().primaryKey().default(sql`uuidv7()`),
    discussionId: uuid()
      .notNull()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    editedAt: timestamp({ withTimezone: true }),
    ...hiddenColumns(),
  },
  (table) => [
    // At most 1,000 characters.
    check('discussion_comments_length', sql`char_length(${table.text}) between 1 and 1000`),
    index('discussion_comments_discussion').on(table.discussionId, table.id),
    // The latest comment of a player in a discussion, which notifications link to.
    index('discussion_comments_of_author').on(table.authorId, table.discussionId, table.id),
    index('discussion_comments_hidden')
      .on(table.discussionId, table.id)
      .where(sql`${table.hiddenCause} is not null`),
  ],
);

/**
 * Who is notified of new comments. An account that unsubscribed has a row too, which later comments
 * do not change.
 */
export const discussionSubscriptions = pgTable(
  'discussion_subscriptions',
  {
    discussionId: uuid()
      .notNull()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    wanted: boolean().notNull(),
    /** When the choice was made. When there are too many subscribers, the oldest are notified. */
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'discussion_subscriptions_pkey',
      columns: [table.discussionId, table.userId],
    }),
    // The subscriptions of a retired guest.
    index('discussion_subscriptions_of_user').on(table.userId),
  ],
);
