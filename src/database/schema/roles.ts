import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Right } from '#shared/rules/rights.ts';
import { users } from './accounts.ts';

/** Further roles, which an account can have beside its rank `users.role`. */
export const furtherRoles = pgTable('roles', {
  slug: text().primaryKey(),
  name: text().notNull().unique(),
  /** Whether it comes with Guildhall: it is neither changed nor deleted. */
  isBuiltIn: boolean().notNull().default(false),
  /** What its holders may do. A role without rights only lets them buy games that are limited to it. */
  rights: text().array().$type<Right[]>().notNull().default(sql`'{}'::text[]`),
});

/** The further roles of accounts. */
export const accountRoles = pgTable(
  'account_roles',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text()
      .notNull()
      .references(() => furtherRoles.slug),
    givenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    index('account_roles_role').on(table.role),
  ],
);
