import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { codeKinds } from '#shared/constants/codes.ts';
import { users } from './accounts.ts';
import { cardKinds } from './card-sets.ts';
import { cards } from './cards.ts';
import { games } from './catalog.ts';
import { groups } from './groups.ts';

/** Codes that an admin made together. All give the same. */
export const codeBatches = pgTable(
  'code_batches',
  {
    /** The key of the form, so that a repeated form makes no second batch. */
    id: uuid().primaryKey(),
    kind: text({ enum: codeKinds }).notNull(),
    /** Cents that a code for money gives. */
    amount: bigint({ mode: 'number' }),
    /** The game that a code gives, or the game of the card that it gives. */
    gameId: integer().references(() => games.id),
    cardKindId: text().references(() => cardKinds.id),
    /** The group that a code leads into; null also when it was deleted, after which its codes give nothing. */
    groupId: uuid().references(() => groups.id, { onDelete: 'set null' }),
    /** What it is for, as the admin noted it. */
    note: text().notNull(),
    /** How often one account can redeem codes of the batch. */
    accountMax: integer().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('code_batches_created').on(table.createdAt),
    check('code_batches_note', sql`char_length(${table.note}) <= 100`),
    index('code_batches_group').on(table.groupId).where(sql`${table.groupId} is not null`),
    check('code_batches_leads', sql`${table.groupId} is null or ${table.kind} = 'group'`),
    check('code_batches_account_max', sql`${table.accountMax} > 0`),
    check(
      'code_batches_gives',
      sql`case ${table.kind}
        when 'money' then ${table.amount} > 0 and num_nonnulls(${table.gameId}, ${table.cardKindId}) = 0
        when 'game' then ${table.gameId} is not null and num_nonnulls(${table.amount}, ${table.cardKindId}) = 0
        when 'card' then ${table.gameId} is not null and ${table.cardKindId} is not null and ${table.amount} is null
        else num_nonnulls(${table.amount}, ${table.gameId}, ${table.cardKindId}) = 0 end`,
    ),
  ],
);

/** Codes. `hash` is that of the code; the code itself is shown once. */
export const codes = pgTable(
  'codes',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    batchId: uuid()
      .notNull()
      .references(() => codeBatches.id),
    hash: text().notNull().unique(),
    /** The first group of the code, by which admins tell the codes of a batch apart. */
    start: text().notNull(),
    usesMax: integer().notNull(),
    uses: integer().notNull().default(0),
    withdrawnAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('codes_batch').on(table.batchId, table.id),
    check('codes_uses', sql`${table.uses} between 0 and ${table.usesMax}`),
  ],
);

/** Which account redeemed which code, and what it got for it. Rows are only added. */
export const codeUses = pgTable(
  'code_uses',
  {
    batchId: uuid()
      .notNull()
      .references(() => codeBatches.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The first, second … use of the account in the batch. */
    number: integer().notNull(),
    codeId: uuid()
      .notNull()
      .references(() => codes.id),
    usedAt: timestamp({ withTimezone: true }).notNull(),
    /** The transfer of the money, or that of the owned game, which cost nothing. */
    transferId: uuid(),
    cardId: uuid().references(() => cards.id),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.userId, table.number] }),
    index('code_uses_user').on(table.userId),
    index('code_uses_code').on(table.codeId),
    index('code_uses_transfer').on(table.transferId).where(sql`${table.transferId} is not null`),
    index('code_uses_card').on(table.cardId).where(sql`${table.cardId} is not null`),
    check('code_uses_number', sql`${table.number} > 0`),
  ],
);

/** What the codes that were made on a UTC day can give, so that the limits of a day are conditions of one write. */
export const codeDays = pgTable('code_days', {
  /** The UTC day, `YYYY-MM-DD`. */
  day: text().primaryKey(),
  /** Cents of the codes for money, with all their uses. */
  amount: bigint({ mode: 'number' }).notNull(),
  /** The uses of all codes. */
  uses: integer().notNull(),
});
