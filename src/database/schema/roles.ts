import { boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';

/** Further roles, which an account can have beside its rank `users.role`. */
export const furtherRoles = pgTable('roles', {
  slug: text().primaryKey(),
  name: text().notNull().unique(),
  /** Whether it comes with Guildhall, and the code gives rights to its holders. */
  isBuiltIn: boolean().notNull().default(false),
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
