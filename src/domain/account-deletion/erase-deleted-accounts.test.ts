import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { Database } from '#database/client.ts';
import { boolean, text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import * as schema from '#database/schema.ts';
import {
  accountErasures,
  discussionComments,
  discussions,
  messages,
  moderationLog,
  notifications,
  profileComments,
} from '#database/schema.ts';
import { removedText } from '#shared/constants/accounts/removed-texts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createFullAccount, type Traces } from '#test/fixtures/full-account.ts';
import { deleteAccount } from './delete-account.ts';
import { eraseDeletedAccounts } from './erase-deleted-accounts.ts';

const database = useDatabase();
const hour = 60 * 60 * 1000;

/** Types of columns that contain text in some form. */
const textTypes = sql.raw(`'text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED'`);

/** The columns of all tables of the application that contain text in some form, as `table.column`. */
async function listTextColumns(db: Database): Promise<{ table: string; column: string }[]> {
  return queryRows<{ table: string; column: string }>(
    db,
    { table: text, column: text },
    sql`select columns.table_name::text as "table", columns.column_name::text as "column"
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in (${textTypes})
      order by 1, 2`,
  );
}

/**
 * The columns of the whole database that contain one of the texts, as `table.column`, without regard to case.
 * All tables of the application are searched, also those that no code of this test knows.
 */
async function findTraces(db: Database, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await listTextColumns(db)) {
    const [match] = await queryRows<{ exists: boolean }>(
      db,
      { exists: boolean },
      sql`select exists (
        select from ${sql.identifier(table)} as searched, unnest(${sql.param([...texts])}::text[]) as trace
        where strpos(lower(searched.${sql.identifier(column)}::text), lower(trace)) > 0
      ) as "exists"`,
    );
    if (match?.exists) found.push(`${table}.${column}`);
  }
  return found;
}

function createCtx() {
  return createTestCtx(database.db);
}

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const deletion = (accountId: string, removesTexts: boolean) => ({
  accountId,
  removesTexts,
  requireAllowed: async () => undefined,
});

const all = ({ text, username, email, address }: Traces) => [text, username, email, address];

test('after a deletion with the texts nothing of the player is found in the whole database', async () => {
  const { player, traces } = await createFullAccount(database.db);
  const before = await findTraces(database.db, all(traces));
  // The test can fail: before the deletion, traces are in many tables.
  expect(new Set(before.map((place) => place.split('.')[0])).size).toBeGreaterThan(15);
  const ctx = createCtx();
  await deleteAccount(ctx, deletion(player.id, true));
  await eraseDeletedAccounts(ctx);
  expect(await findTraces(database.db, all(traces))).toEqual([]);
});

/** Tables and columns without a trace of the full account, each with the reason why none can be there. */
const withoutTraces: Record<string, string> = {
  admin_log: 'the games and prices of the site',
  'appeals.answer': 'written by a moderator',
  'api_keys.scopes': 'words of a fixed list',
  'audit_runs.violations': 'ids, amounts and names of rules',
  card_kinds: 'the catalog',
  'code_batches.note': 'written by an admin',
  'codes.start': 'random letters',
  developers: 'the catalog',
  'groups.description': 'written by an admin',
  'groups.name': 'written by an admin',
  download_files: 'the downloads of the site',
  'discussion_search.tags': 'tags of a fixed list',
  'discussions.tags': 'tags of a fixed list',
  'game_pictures.alt_text': 'the games of the site',
  'email_requests.last_error': 'words of the mail server without addresses',
  earlier_fingerprint_keys: 'encrypted parts of secrets of the site',
  game_deliveries: 'the games of the site',
  game_earlier_names: 'the catalog',
  game_downloads: 'the downloads of the site',
  game_keys: 'encrypted, and emptied with the account of the buyer',
  'game_overrides.source_value': 'the catalog',
  game_search: 'the catalog',
  games: 'the catalog',
  genres: 'the catalog',
  'ledger_entries.subject': 'names of games and cards, and reasons of admins',
  'moderation_log.reason': 'written by a moderator',
  'notification_mails.last_error': 'words of the mail server without addresses',
  'notification_settings.time_zone': 'a time zone of a fixed list',
  'nodes.key_ids': 'ids of the encryption keys of the site',
  'passkeys.transports': 'words of the browser',
  'picture_uses.used_by': 'things of the site',
  text_filters: 'words and hosts that admins filter',
  'report_cases.found_by_filter': 'a word of a filter in a text, emptied with the copy of the text',
  'pictures.kind': 'a type of file',
  'player_counts.period': 'a day or month',
  'preferences.profile_color': 'a color of a fixed list',
  'preferences.profile_frame': 'a frame of a fixed list',
  provider_answers: 'questions to the games database, of no account',
  publishers: 'the catalog',
  'push_subscriptions.auth': 'a key of the browser',
  'push_subscriptions.p256dh': 'a key of the browser',
  'recyclings.from_rarity': 'a rarity',
  'recyclings.to_rarity': 'a rarity',
  'requested_emails.last_error': 'words of the mail server without addresses',
  roles: 'the roles of the site',
  'secrets.value': 'the secrets of the site',
  'service_settings.settings': 'the addresses of services of the site',
  'sign_on_identities.issuer': 'the provider of the site',
  site_setting_changes: 'the settings of the site',
  site_settings: 'the settings of the site',
  'uploads.refusal': 'an error code',
  'users.ban_reason': 'written by a moderator',
  'users.profile_pic': 'a picture of a fixed list',
  'verifications.identifier': 'a hash',
  'verifications.value': 'the id of an account',
  web_game_entries: 'the games of the site',
};

/** The last words of columns with ids, hashes and the like, which no player types. */
const generated =
  /[._](id|hash|token|secret|key|thing|tag|role|day|month|source|version|password|scope)$/;

test('each text column of the database has a trace, or can have no text of a player', async () => {
  const { db } = database;
  const { traces } = await createFullAccount(db);
  const found = await findTraces(db, all(traces));
  // Columns with a fixed list of values.
  const choices = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) =>
      (Object.values(getTableColumns(table)) as PgColumn[])
        .filter(({ enumValues }) => enumValues?.length)
        .map(({ name }) => `${getTableName(table)}.${toSnakeCase(name)}`),
    );
  const known = new Set([...found, ...choices]);
  const other = (await listTextColumns(db))
    .map(({ table, column }) => ({ table, name: `${table}.${column}` }))
    .filter(({ name }) => !known.has(name) && !generated.test(name));
  const unknown = other.filter(({ table, name }) => !withoutTraces[name] && !withoutTraces[table]);
  expect(unknown.map(({ name }) => name)).toEqual([]);
  // No entry is outdated.
  const used = new Set(other.flatMap(({ table, name }) => [table, name]));
  expect(Object.keys(withoutTraces).filter((name) => !used.has(name))).toEqual([]);
});

test('at once after a deletion, name, email address and IP address are found nowhere', async () => {
  const { player, traces } = await createFullAccount(database.db);
  await deleteAccount(createCtx(), deletion(player.id, false));
  const { username, email, address } = traces;
  expect(await findTraces(database.db, [username, email, address])).toEqual([]);
});

test('without the choice, only texts to others stay', async () => {
  const { player, traces } = await createFullAccount(database.db);
  const ctx = createCtx();
  await deleteAccount(ctx, deletion(player.id, false));
  await eraseDeletedAccounts(ctx);
  expect(await findTraces(database.db, all(traces))).toEqual([
    'discussion_comments.text',
    'discussion_search.words',
    'discussions.content',
    'discussions.game',
    'discussions.title',
    'messages.text',
    // What a moderator deleted, and the title of the discussion in a notification of somebody else.
    'moderation_log.details',
    'notifications.thing_name',
    'notifications_to_mail.thing_name',
    'profile_comments.text',
    'report_cases.copy',
    'reports.copy',
    'trade_offers.message',
  ]);
});

test('removed texts stay in their places, and texts of others stay as they are', async () => {
  const { db } = database;
  const { player, other } = await createFullAccount(db);
  const ctx = createCtx();
  await deleteAccount(ctx, deletion(player.id, true));
  await eraseDeletedAccounts(ctx);
  const own = await db
    .select({ title: discussions.title, content: discussions.content, game: discussions.game })
    .from(discussions)
    .where(eq(discussions.authorId, player.id));
  expect(own).toEqual([{ title: removedText, content: removedText, game: '' }]);
  const comments = await db
    .select({ text: discussionComments.text })
    .from(discussionComments)
    .where(eq(discussionComments.authorId, player.id));
  expect(comments).toEqual([{ text: removedText }]);
  const sentMessages = await db
    .select({ text: messages.text })
    .from(messages)
    .where(
      sql`${messages.conversationId} in (select conversation_id from ${messages} where sender_id = ${other.id})`,
    )
    .orderBy(messages.number);
  expect(sentMessages.map(({ text }) => text)).toEqual([removedText, 'An answer.', removedText]);
  expect(await db.$count(profileComments, eq(profileComments.authorId, player.id))).toBe(0);
  expect(await db.$count(profileComments, eq(profileComments.authorId, other.id))).toBe(1);
  const [told] = await db
    .select({ thingName: notifications.thingName })
    .from(notifications)
    .where(eq(notifications.userId, other.id));
  expect(told?.thingName).toBe(removedText);
  const log = await db
    .select({ reason: moderationLog.reason, details: moderationLog.details })
    .from(moderationLog)
    .where(and(eq(moderationLog.targetId, player.id), eq(moderationLog.act, 'delete-discussion')));
  expect(log).toEqual([{ reason: 'Advertising.', details: { author: null, comments: 0 } }]);
});

test('what a request wrote during the deletion is removed by the second run, an hour later', async () => {
  const { db } = database;
  const { player, other, traces } = await createFullAccount(db);
  await db.delete(accountErasures);
  const ctx = createCtx();
  await deleteAccount(ctx, deletion(player.id, true));
  expect(await eraseDeletedAccounts(ctx)).toBe(1);
  expect(await eraseDeletedAccounts(ctx)).toBe(0);
  await db.insert(profileComments).values({
    profileId: other.id,
    authorId: player.id,
    text: `Late ${traces.text}`,
    createdAt: ctx.clock.now(),
  });
  ctx.testClock.advance(hour);
  expect(await eraseDeletedAccounts(ctx)).toBe(1);
  expect(await findTraces(db, [traces.text])).toEqual([]);
  expect(await db.$count(accountErasures)).toBe(0);
});

test('many messages are removed in batches, also when an earlier run was interrupted', async () => {
  const { db } = database;
  const { player, traces } = await createFullAccount(db);
  const [conversation] = await db
    .select({ id: messages.conversationId })
    .from(messages)
    .where(eq(messages.senderId, player.id))
    .limit(1);
  await db.insert(messages).values(
    Array.from({ length: 1_200 }, (_, index) => ({
      conversationId: conversation?.id ?? '',
      number: index + 10,
      id: randomUUID(),
      senderId: player.id,
      text: index < 600 ? removedText : `Text ${traces.text}`,
      sentAt: new Date(),
    })),
  );
  const ctx = createCtx();
  await deleteAccount(ctx, deletion(player.id, true));
  await eraseDeletedAccounts(ctx);
  expect(await findTraces(db, [traces.text])).toEqual([]);
});

test('accounts of moderators are not deleted', async () => {
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  await expect(deleteAccount(createCtx(), deletion(moderator.id, true))).rejects.toMatchObject({
    code: 'role-kept',
  });
});
