import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accounts,
  apiKeys,
  dataExports,
  ledgerEntries,
  pictures,
  pushSubscriptions,
  users,
} from '#database/schema.ts';
import { createDiskFileStore } from '#integrations/disk/disk-file-store.ts';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createFullAccount } from '#test/fixtures/full-account.ts';
import { readZip } from '#test/fixtures/read-zip.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import type { Actor } from '../actor.ts';
import { pictureFileName } from '../gallery/storage/file-store.ts';
import { iterateSubject } from './export-subject.ts';
import { exportSubjects } from './export-subjects.ts';
import { getDataExport, openDataExport } from './get-data-export.ts';
import { makeDataExports } from './make-data-exports.ts';
import { purgeDataExports } from './purge-data-exports.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-exports-'));
});
afterAll(() => rm(folder, { recursive: true }));

function createCtx(actor: Actor | null = null) {
  const fileStore = createDiskFileStore(path.join(folder, 'files'));
  const tempDirs = createTempDirs(path.join(folder, 'work'));
  return { ...createTestCtx(database.db, { gallery: { fileStore, tempDirs } }), actor };
}

async function requestExport(userId: string, now: Date): Promise<void> {
  await database.db.insert(dataExports).values({ userId, requestedAt: now });
}

/** Makes the export of an account and reads its files. */
async function exportOf(actor: Actor): Promise<Map<string, Buffer>> {
  const ctx = createCtx(actor);
  await requestExport(actor.id, ctx.clock.now());
  await makeDataExports(ctx);
  return readZip(await buffer((await openDataExport(ctx)).stream));
}

/** The rows that a subject should have, read with other statements. */
async function expectedRows(
  { file, table, ofAccount }: (typeof exportSubjects)[number],
  userId: string,
): Promise<Record<string, unknown>[]> {
  const conversation = sql`select id from conversations where ${userId} in (low_id, high_id)`;
  const offer = sql`select id from trade_offers where ${userId} in (sender_id, recipient_id)`;
  const discussion = sql`select id from discussions where author_id = ${userId}`;
  const conditions: Record<string, ReturnType<typeof sql>> = {
    'discussion-comments': sql`author_id = ${userId} or discussion_id in (${discussion})`,
    messages: sql`conversation_id in (${conversation})`,
    sales: sql`${userId} in (seller_id, buyer_id)`,
    'trade-offer-cards': sql`offer_id in (${offer})`,
    'traded-cards': sql`offer_id in (${offer})`,
  };
  const condition = conditions[file] ?? or(...ofAccount.map((column) => eq(column, userId)));
  return database.db.select().from(table).where(condition);
}

test('the zip has exactly what the database has of the account, and nothing of a similar one', async () => {
  const { player, traces } = await createFullAccount(database.db);
  await createFullAccount(database.db);
  const files = await exportOf(player);
  const names = new Map(
    (await database.db.select({ id: users.id, username: users.displayUsername }).from(users)).map(
      ({ id, username }) => [id, username],
    ),
  );
  for (const subject of exportSubjects) {
    const { file, without = {}, people = [], decrypted } = subject;
    const columns = Object.entries(getTableColumns(subject.table) as Record<string, PgColumn>);
    const expected = (await expectedRows(subject, player.id)).map((row) => {
      const kept = columns.filter(([name]) => !(name in without));
      const entries = kept.map(([name, column]) =>
        people.includes(column)
          ? [name.replace(/Id$/, ''), names.get(String(row[name])) ?? null]
          : name === decrypted?.column
            ? [decrypted.name, decrypted.decrypt(row, createCtx())]
            : [name, row[name]],
      );
      return JSON.stringify(Object.fromEntries(entries));
    });
    const rows: unknown[] = JSON.parse(files.get(`json/${file}.json`)?.toString() ?? '');
    // The fixture has rows in every table, so that each subject is compared.
    expect([file, rows.length > 0]).toEqual([file, true]);
    expect([file, rows.map((row) => JSON.stringify(row)).toSorted()]).toEqual([
      file,
      expected.toSorted(),
    ]);
    const lines = files.get(`csv/${file}.csv`)?.toString().trim().split('\r\n') ?? [];
    expect([file, lines.length]).toEqual([file, rows.length + 1]);
  }
  expect(files.get('csv/messages.csv')?.toString()).toContain(`"'=Message `);
  expect(files.get('json/game-keys.json')?.toString()).toContain(`"Key ${traces.text}"`);
  const wallet = files.get('csv/wallet-entries.csv')?.toString() ?? '';
  expect(wallet).toMatch(/,5000,/);
  const expectedFiles = exportSubjects.flatMap(({ file }) => [
    `json/${file}.json`,
    `csv/${file}.csv`,
  ]);
  const [picture] = await database.db
    .select({ id: pictures.id })
    .from(pictures)
    .where(eq(pictures.userId, player.id));
  expect([...files.keys()].toSorted()).toEqual(
    [...expectedFiles, 'README.txt', `pictures/${picture?.id}.webp`].toSorted(),
  );
  const readme = files.get('README.txt')?.toString() ?? '';
  for (const name of expectedFiles) expect(readme).toContain(name);
  expect(readme).toContain(`The data of ${player.username}`);
});

test('the zip has no secrets, notes of moderators, blocks by others or addresses of others', async () => {
  const { player, other } = await createFullAccount(database.db);
  const files = await exportOf(player);
  const text = [...files].map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
  const [[login], [key], [subscription]] = await Promise.all([
    database.db.select().from(accounts).where(eq(accounts.userId, player.id)),
    database.db.select().from(apiKeys).where(eq(apiKeys.accountId, player.id)),
    database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, player.id)),
  ]);
  const secrets = [
    String(login?.password),
    String(key?.hash),
    String(subscription?.endpoint),
    String(subscription?.p256dh),
    String(subscription?.auth),
    'Advertising.',
    `${other.username.toLowerCase()}@example.test`,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text).not.toContain(secret);
  }
  const browsers = JSON.parse(files.get('json/push-subscriptions.json')?.toString() ?? '');
  expect(browsers).toMatchObject([{ createdAt: expect.anything() }]);
  const blocks = JSON.parse(files.get('json/blocked-players.json')?.toString() ?? '');
  expect(blocks).toMatchObject([{ blocker: player.username }]);
});

test('the pictures are in the zip as they are stored; a missing file does not stop the export', async () => {
  const { player } = await createFullAccount(database.db);
  const [picture] = await database.db
    .select({ id: pictures.id, hash: pictures.fullHash })
    .from(pictures)
    .where(eq(pictures.userId, player.id));
  if (!picture?.hash) throw new Error('The picture is missing.');
  const file = path.join(folder, 'picture');
  await writeFile(file, 'a picture');
  await createCtx().gallery.fileStore.save(pictureFileName(picture.id, picture.hash), file);
  expect((await exportOf(player)).get(`pictures/${picture.id}.webp`)?.toString()).toBe('a picture');
});

test('thousands of rows are read in pages, each once', async () => {
  const player = await createPlayer(database.db, { balance: 1_00 });
  await database.db.insert(ledgerEntries).values(
    Array.from({ length: 2_500 }, (_, index) => ({
      transferId: randomUUID(),
      kind: 'top-up' as const,
      walletId: player.id,
      amount: 1,
      balanceAfter: 1_01 + index,
      createdAt: new Date(),
    })),
  );
  const subject = exportSubjects.find(({ file }) => file === 'wallet-entries');
  if (!subject) throw new Error('The subject is missing.');
  const ids: unknown[] = [];
  for await (const row of iterateSubject(createTestCtx(database.db), subject, player.id))
    ids.push(row.id);
  expect(ids).toHaveLength(2_501);
  expect(new Set(ids).size).toBe(2_501);
});

test('an export goes from prepared to ready, and is deleted after a day with its file', async () => {
  const player = await createPlayer(database.db);
  const ctx = createCtx(player);
  expect(await getDataExport(ctx)).toEqual({ state: 'none' });
  await requestExport(player.id, ctx.clock.now());
  expect(await getDataExport(ctx)).toEqual({ state: 'preparing' });
  await expect(openDataExport(ctx)).rejects.toMatchObject({ code: 'export-gone' });
  await makeDataExports(ctx);
  const endsAt = new Date(ctx.clock.now().getTime() + dataExportConstants.dayMs);
  const ready = await getDataExport(ctx);
  expect(ready).toMatchObject({ state: 'ready', endsAt });
  const { stream, bytes } = await openDataExport(ctx);
  expect((await buffer(stream)).byteLength).toBe(bytes);
  // Another account does not get it.
  const other = createCtx(await createPlayer(database.db));
  await expect(openDataExport(other)).rejects.toMatchObject({ code: 'export-gone' });

  const before = await readdir(path.join(folder, 'files', 'exports'));
  ctx.testClock.advance(dataExportConstants.dayMs);
  expect(await getDataExport(ctx)).toEqual({ state: 'none' });
  await expect(openDataExport(ctx)).rejects.toMatchObject({ code: 'export-gone' });
  await purgeDataExports(ctx);
  const after = await readdir(path.join(folder, 'files', 'exports'));
  expect(after.length).toBeLessThan(before.length);
  expect(await database.db.$count(dataExports, eq(dataExports.userId, player.id))).toBe(0);
});

test('an export whose node was killed is made again, and fails after the third time', async () => {
  const player = await createPlayer(database.db);
  const ctx = createCtx(player);
  await requestExport(player.id, ctx.clock.now());
  const claimedUntil = new Date(ctx.clock.now().getTime() + dataExportConstants.leaseMs);
  const setRunning = (attempts: number) =>
    database.db
      .update(dataExports)
      .set({ state: 'running', attempts, claimedUntil })
      .where(eq(dataExports.userId, player.id));
  await setRunning(1);
  // While the claim lasts, no other node makes it.
  await makeDataExports(ctx);
  expect(await getDataExport(ctx)).toEqual({ state: 'preparing' });
  ctx.testClock.advance(dataExportConstants.leaseMs);
  await makeDataExports(ctx);
  expect(await getDataExport(ctx)).toMatchObject({ state: 'ready' });
  await setRunning(dataExportConstants.attemptsMax);
  await makeDataExports(ctx);
  expect(await getDataExport(ctx)).toEqual({ state: 'failed' });
});

test('an export that cannot be stored is tried again three times in all, then it has failed', async () => {
  const player = await createPlayer(database.db);
  const ctx = createCtx(player);
  const logged: string[] = [];
  ctx.log = { ...ctx.log, error: (_, message) => logged.push(message) };
  ctx.gallery.fileStore = {
    ...ctx.gallery.fileStore,
    async save() {
      throw new Error('The disk is full.');
    },
  };
  await requestExport(player.id, ctx.clock.now());
  for (let attempt = 1; attempt <= dataExportConstants.attemptsMax; attempt += 1) {
    expect(await getDataExport(ctx)).toEqual({ state: 'preparing' });
    await makeDataExports(ctx);
    ctx.testClock.advance(dataExportConstants.retryMs);
  }
  expect(await getDataExport(ctx)).toEqual({ state: 'failed' });
  expect(logged).toEqual(['an export of data failed and is not tried again']);
});

test('an export of an account that is deleted meanwhile leaves no file', async () => {
  const player = await createPlayer(database.db);
  const ctx = createCtx(player);
  const { fileStore } = ctx.gallery;
  const saved: string[] = [];
  ctx.gallery.fileStore = {
    ...fileStore,
    async save(name, from) {
      await deleteAccount(ctx, {
        accountId: player.id,
        removesTexts: true,
        requireAllowed: async () => undefined,
      });
      saved.push(name);
      await fileStore.save(name, from);
    },
  };
  await requestExport(player.id, ctx.clock.now());
  await makeDataExports(ctx);
  expect(saved).toHaveLength(1);
  expect(await fileStore.open(saved[0] ?? '')).toBeNull();
  expect(await getDataExport(ctx)).toEqual({ state: 'none' });
  ctx.testClock.advance(dataExportConstants.storeLeaseMs);
  await purgeDataExports(ctx);
  expect(await database.db.$count(dataExports, eq(dataExports.userId, player.id))).toBe(0);
});

test('no export is made while the stored ones fill their space', async () => {
  const [owner, waiting] = [await createPlayer(database.db), await createPlayer(database.db)];
  const ctx = createCtx(waiting);
  await database.db.insert(dataExports).values({
    userId: owner.id,
    state: 'ready',
    requestedAt: ctx.clock.now(),
    bytes: dataExportConstants.storedBytesMax,
    endsAt: ctx.clock.now(),
  });
  await requestExport(waiting.id, ctx.clock.now());
  await makeDataExports(ctx);
  expect(await getDataExport(ctx)).toEqual({ state: 'preparing' });
  await database.db.delete(dataExports).where(inArray(dataExports.userId, [owner.id]));
  await makeDataExports(ctx);
  expect(await getDataExport(ctx)).toMatchObject({ state: 'ready' });
});
