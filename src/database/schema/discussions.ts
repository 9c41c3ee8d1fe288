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
import { type DiscussionTag, discussionTags } from '#shared/constants/discussion-tags.ts';
import { users } from './accounts.ts';
import { games } from './catalog.ts';

const allowedTags = sql.raw(`array[${discussionTags.map((tag) => `'${tag}'`).join(', ')}]`);

export const discussions = pgTable(
  'discussions',
  {
    /** Ids come in the order of time. */
    id: uuid().primaryKey().default(sql`uuidv7()`),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    content: text().notNull(),
    /** What game it is about, as typed; empty for none. */
    game: text().notNull().default(''),
    /** The game of the catalogue by that name, when there was one. */
    gameId: integer().references(() => games.id, { onDelete: 'set null' }),
    tags: text().array().$type<DiscussionTag[]>().notNull().default(sql`'{}'`),
    /** Everybody may read it, only the author comments. */
    isPrivate: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    editedAt: timestamp({ withTimezone: true }),
    commentCount: integer().notNull().default(0),
    /** Of its last comment; of itself, without one. */
    lastActivityAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    // See `docs/product.md`, 13.2.
    check('discussions_title', sql`char_length(${table.title}) between 1 and 120`),
    check('discussions_content', sql`char_length(${table.content}) between 1 and 10000`),
    check('discussions_game', sql`char_length(${table.game}) <= 100`),
    check('discussions_tags', sql`${table.tags} <@ ${allowedTags}`),
    check('discussions_comments', sql`${table.commentCount} >= 0`),
    // The order by activity; and what `discussion_tags` refers to, so that its copies follow.
    unique('discussions_activity').on(table.lastActivityAt, table.id, table.commentCount),
    index('discussions_comment_count').on(table.commentCount, table.id),
    index('discussions_of_game').on(table.gameId, table.id),
  ],
);

/**
 * A row for each tag of a discussion, so that each order of each tag is an index. The copied columns
 * follow their discussion by the foreign key.
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
 * What a search looks through: title, content and game, in a table of their own, as every comment writes
 * the discussion's row anew and would have to write hundreds of entries of this index with it.
 */
export const discussionSearch = pgTable(
  'discussion_search',
  {
    discussionId: uuid()
      .primaryKey()
      .references(() => discussions.id, { onDelete: 'cascade' }),
    /** In the form that `searchWords` makes, a line for each. */
    words: text().notNull(),
    /** The discussion's, for a search among those with some. */
    tags: text().array().$type<DiscussionTag[]>().notNull().default(sql`'{}'`),
  },
  (table) => [
    // Entries go in at once: a list of pending ones would be read through by every search.
    index('discussion_search_found')
      .using('gin', sql`${table.words} gin_trgm_ops`, table.tags)
      .with({ fastupdate: false }),
  ],
);

export const discussionComments = pgTable(
  'discussion_comments',
  {
    /** Ids come in the order of time. */
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
  },
  (table) => [
    // At most 1000 characters.
    check('discussion_comments_length', sql`char_length(${table.text}) between 1 and 1000`),
    index('discussion_comments_discussion').on(table.discussionId, table.id),
    // The latest of somebody in it, where a notice leads.
    index('discussion_comments_of_author').on(table.authorId, table.discussionId, table.id),
  ],
);

/** Who is told of new comments. Who does not want to be has a row too, which commenting leaves alone. */
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
    /** When it was last wanted, or not any more: where they are many, the oldest are told. */
    since: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'discussion_subscriptions_pkey',
      columns: [table.discussionId, table.userId],
    }),
    // What a retired guest had.
    index('discussion_subscriptions_of_user').on(table.userId),
  ],
);
