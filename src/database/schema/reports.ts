import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  appealOutcomes,
  caseOutcomes,
  reportKinds,
  reportReasons,
} from '#shared/constants/moderation/reports.ts';
import { users } from './accounts.ts';
import { moderationLog } from './moderation.ts';

const time = () => timestamp({ withTimezone: true });

/** What was reported to moderators: all reports of one thing until the case is closed. */
export const reportCases = pgTable(
  'report_cases',
  {
    /** Ids are in the order of time. */
    id: uuid().primaryKey().default(sql`uuidv7()`),
    kind: text({ enum: reportKinds }).notNull(),
    /** The id of the thing; of a message the conversation and the number, as `id.number`. */
    thing: text().notNull(),
    /** Who wrote or uploaded it; the account itself when a profile was reported. */
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    /** A copy of the text when it was reported first. */
    copy: text().notNull(),
    reportCount: integer().notNull().default(0),
    /** What a filter found in the text, as its author wrote it; null if only people reported it. */
    foundByFilter: text(),
    openedAt: time().notNull(),
    /** The moderator who works on it. */
    takenBy: uuid().references(() => users.id),
    takenAt: time(),
    closedBy: uuid().references(() => users.id),
    closedAt: time(),
    outcome: text({ enum: caseOutcomes }),
  },
  (table) => [
    check('report_cases_taken', sql`num_nulls(${table.takenBy}, ${table.takenAt}) in (0, 2)`),
    check(
      'report_cases_closed',
      sql`num_nulls(${table.closedBy}, ${table.closedAt}, ${table.outcome}) in (0, 3)`,
    ),
    uniqueIndex('report_cases_open')
      .on(table.kind, table.thing)
      .where(sql`${table.closedAt} is null`),
    index('report_cases_queue')
      .on(table.reportCount.desc().nullsFirst(), table.id)
      .where(sql`${table.closedAt} is null`),
    index('report_cases_decided')
      .on(table.closedAt.desc().nullsFirst(), table.id)
      .where(sql`${table.closedAt} is not null`),
    index('report_cases_of_author').on(table.authorId, table.id),
  ],
);

export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    caseId: uuid()
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    reporterId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text({ enum: reportReasons }).notNull(),
    /** What the reporter added. */
    text: text().notNull(),
    /** A copy of the reported text at that time; null when it was that of the case. */
    copy: text(),
    createdAt: time().notNull(),
  },
  (table) => [
    check('reports_length', sql`char_length(${table.text}) <= 300`),
    uniqueIndex('reports_once').on(table.caseId, table.reporterId),
    index('reports_of_reporter').on(table.reporterId, table.id),
  ],
);

/** Accounts that may write nothing to others until a time. */
export const mutes = pgTable('mutes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  until: time().notNull(),
  /** The act that did it. */
  logId: uuid()
    .notNull()
    .references(() => moderationLog.id),
});

/** Appeals of players against what moderators did to them, one for each act. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    logId: uuid()
      .notNull()
      .references(() => moderationLog.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: time().notNull(),
    decidedBy: uuid().references(() => users.id),
    decidedAt: time(),
    outcome: text({ enum: appealOutcomes }),
    /** What the moderator answered. */
    answer: text().notNull().default(''),
  },
  (table) => [
    check('appeals_answer', sql`char_length(${table.answer}) <= 300`),
    check('appeals_length', sql`char_length(${table.text}) <= 1000`),
    check(
      'appeals_decided',
      sql`num_nulls(${table.decidedBy}, ${table.decidedAt}, ${table.outcome}) in (0, 3)`,
    ),
    uniqueIndex('appeals_once').on(table.logId),
    index('appeals_of_user').on(table.userId, table.id),
    index('appeals_open').on(table.id).where(sql`${table.decidedAt} is null`),
  ],
);
