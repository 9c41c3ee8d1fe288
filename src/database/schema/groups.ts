import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { entryKinds, joinModes, memberAudiences } from '#shared/constants/groups.ts';
import { users } from './accounts.ts';
import { games } from './catalog.ts';
import { pictures } from './gallery.ts';
import { furtherRoles } from './roles.ts';

/** Sets of accounts that admins make. What hangs on a group is in `domain/groups/carried-things.ts`. */
export const groups = pgTable(
  'groups',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** A picture of the site; null without one. */
    pictureId: uuid().references(() => pictures.id),
    /** Who sees the members. */
    membersShownTo: text({ enum: memberAudiences }).notNull(),
    joining: text({ enum: joinModes }).notNull(),
    /** Games for older players do not exist for the members, in years; null without a limit. */
    ageLimit: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('groups_name').on(sql`lower(${table.name})`),
    check('groups_name_length', sql`char_length(${table.name}) between 1 and 60`),
    check('groups_age_limit', sql`${table.ageLimit} between 0 and 99`),
    check('groups_description', sql`char_length(${table.description}) <= 500`),
  ],
);

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isLeader: boolean().notNull().default(false),
    joinedAt: timestamp({ withTimezone: true }).notNull(),
    /** How the account became a member. */
    how: text({ enum: entryKinds }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('group_members_user').on(table.userId),
    index('group_members_listed').on(table.groupId, table.isLeader, table.joinedAt, table.userId),
  ],
);

/** Requests to join a group that wait for an answer, and refused ones until the account may ask again. */
export const groupRequests = pgTable(
  'group_requests',
  {
    groupId: uuid()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    askedAt: timestamp({ withTimezone: true }).notNull(),
    /** Null while the request waits. */
    refusedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('group_requests_user').on(table.userId),
    index('group_requests_waiting')
      .on(table.groupId, table.askedAt)
      .where(sql`${table.refusedAt} is null`),
  ],
);

/** The further roles that the members of a group have. */
export const groupRoles = pgTable(
  'group_roles',
  {
    groupId: uuid()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    role: text()
      .notNull()
      .references(() => furtherRoles.slug, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.role] }),
    index('group_roles_role').on(table.role),
  ],
);

/** The groups for whose members alone a game exists, while `games.isForGroups` says so. */
export const gameGroups = pgTable(
  'game_groups',
  {
    gameId: integer()
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    groupId: uuid()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.groupId] }),
    index('game_groups_group').on(table.groupId),
  ],
);
