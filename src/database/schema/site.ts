import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SiteSettingKey } from '#shared/schemas/administration/site-settings.ts';
import { users } from './accounts.ts';
import { groups } from './groups.ts';

/** The settings of the site that an admin has changed. The others have the defaults of the code. */
export const siteSettings = pgTable('site_settings', {
  key: text().$type<SiteSettingKey>().primaryKey(),
  value: jsonb().notNull(),
});

/** Every change of a setting of the site. Rows are only added. */
export const siteSettingChanges = pgTable(
  'site_setting_changes',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    key: text().$type<SiteSettingKey>().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    adminId: uuid()
      .notNull()
      .references(() => users.id),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('site_setting_changes_key').on(table.key, table.id)],
);

/** Links with which somebody sets up a site that has no admin. `hash` is that of the token. */
export const setUpLinks = pgTable('set_up_links', {
  hash: text().primaryKey(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
});

/** Invitations to register. `hash` is that of the code; the code itself is shown once. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    hash: text().notNull().unique(),
    /** For whom it is, as the admin noted it. */
    note: text().notNull().default(''),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usesMax: integer().notNull(),
    uses: integer().notNull().default(0),
    withdrawnAt: timestamp({ withTimezone: true }),
    /** The group that the new account enters. Null without one, and when it was deleted. */
    groupId: uuid().references(() => groups.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('invitations_group').on(table.groupId).where(sql`${table.groupId} is not null`),
    check('invitations_uses', sql`${table.uses} between 0 and ${table.usesMax}`),
    check('invitations_note', sql`char_length(${table.note}) <= 100`),
  ],
);

/** Which account registered with which invitation. */
export const invitationUses = pgTable(
  'invitation_uses',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    invitationId: uuid()
      .notNull()
      .references(() => invitations.id),
    usedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('invitation_uses_invitation').on(table.invitationId, table.usedAt)],
);

/** What becomes of the example community of this site. One row, or none if it never had one. */
export const exampleCommunity = pgTable(
  'example_community',
  {
    id: integer().primaryKey().default(1),
    /** `making` and `removing` are done by a job. */
    state: text({ enum: ['making', 'made', 'failed', 'removing', 'removed'] }).notNull(),
    /** How often a node began with it. */
    attempts: integer().notNull().default(0),
    /** A node works on it until then, and nobody else; null while it waits. */
    claimedUntil: timestamp({ withTimezone: true }),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    /** The group that was made with it; null without one, and after it was deleted. */
    groupId: uuid().references(() => groups.id, { onDelete: 'set null' }),
  },
  (table) => [check('example_community_one', sql`${table.id} = 1`)],
);
