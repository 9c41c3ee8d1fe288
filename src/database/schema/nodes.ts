import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The nodes that serve requests. A node that does not update its row for 30 seconds is dead. */
export const nodes = pgTable('nodes', {
  id: uuid().primaryKey(),
  startedAt: timestamp({ withTimezone: true }).notNull(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
  /** The ids of the encryption keys that the node has, the newest first. Null for a node of an earlier version. */
  keyIds: text().array(),
});

/**
 * The actions that all nodes together counted for rate limits. The migration makes the table unlogged: it is
 * written often, and after a crash of Postgres it may be empty.
 */
export const rateCounts = pgTable('rate_counts', {
  /** The name of the rate limit and what is counted, such as an account id. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** When the window ends. Later actions start a new one. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});
