import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { logInWithCode } from '#domain/accounts/factors/log-in-with-code.ts';
import { readSignedToken, signToken } from '#domain/accounts/sessions/secret-token.ts';
import type { Ctx } from '#domain/context.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { addGameKeys, countGameKeys } from '#domain/game-library/keys/change-game-keys.ts';
import { getOwnGameKey } from '#domain/game-library/keys/get-own-game-key.ts';
import { preparePushKeys, readPushKeys } from '#domain/notifications/push/push-keys.ts';
import { listUnreadable } from '#domain/secrets/list-unreadable.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { readConfig } from '#server/config/config.ts';
import { openEncryption } from '#server/config/open-encryption.ts';
import { openKeys } from '#server/config/open-keys.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { earlierSession } from '#test/fixtures/earlier-session.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { callCommand } from '#test/fixtures/operator-commands.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { codePeriodMs, registerWithTotp } from '#test/fixtures/two-factor.ts';
import { changeSite } from '../../scripts/operator/change-site.ts';

// What docs/operations.md tells operators of 0.2: of the compose file with two nodes, each with a key in its own folder,
// and of one node with the secret in its folder.

const database = useDatabase({ max: 20 });
const newSecret = 'n'.repeat(64);
let folders: string[];

beforeEach(async () => {
  const make = () => mkdtemp(path.join(tmpdir(), 'guildhall-node-'));
  folders = [await make(), await make(), await make()];
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Starts what a node has before it answers requests. */
const startNode = (settings: Record<string, string>) =>
  createServices(
    readConfig(settings),
    database.db,
    pino({ level: 'silent' }),
    { banner: null, shareImage: null },
    { direct: { ...inject('postgres'), database: database.name }, servesRequests: true },
  );

test('two nodes with a key of their own come to one secret, and no key is lost', async () => {
  const { db } = database;
  const [one = '', two = '', empty = ''] = folders;
  const base = createTestCtx(db);
  const nodeOf = async (DATA_DIR: string) => ({
    ...base,
    encryption: await openEncryption(readConfig({ DATA_DIR })),
  });
  const [first, second] = [await nodeOf(one), await nodeOf(two)];
  const keys = await openKeys(readConfig({ DATA_DIR: one }), base);
  const session = signToken(keys, 'token');
  await preparePushKeys(first);
  const pushKeys = await readPushKeys(first);

  const editor = await createEditorCtx(first);
  const gameId = await createGameOfSite(editor);
  const on = (node: Ctx, actor: Ctx['actor']) => ({ ...node, actor });
  const buy = async (node: Ctx) => {
    const actor = await createPlayer(db, { balance: 100_00 });
    const price = base.rules.gamePriceCents;
    await buyGame(on(node, actor), { gameId, key: randomUUID(), price });
    return { actor, text: (await getOwnGameKey(on(node, actor), gameId))?.text };
  };
  await addGameKeys(editor, { gameId, list: 'KEY-A\nKEY-B' });
  const buyers = [await buy(first), await buy(first)];
  // 'Sold out': so the editor adds the list to the other node, which cannot know that it has been sold.
  await addGameKeys(on(second, editor.actor), { gameId, list: 'KEY-A\nKEY-B' });
  buyers.push(await buy(second));
  await addGameKeys(on(second, editor.actor), { gameId, list: 'KEY-C' });
  for (const { text: bought } of buyers) expect(bought).toMatch(/^KEY-[AB]$/);
  const player = await registerWithTotp(db, { encryption: second.encryption });

  const [stored] = await queryRows<{ all: string }>(
    db,
    { all: text },
    sql`select string_agg(value, ',' order by created_at desc) as all from secrets`,
  );
  const files = await Promise.all(
    [one, two].map(async (folder) =>
      (await readFile(path.join(folder, 'encryption-key'), 'utf8')).trim(),
    ),
  );
  const all = { GUILDHALL_SECRET: [newSecret, stored?.all, ...files].join(',') };
  const running: Services[] = [];
  for (const DATA_DIR of [one, two]) {
    running.push(await startNode({ ...all, DATA_DIR }));
  }
  // Meanwhile both can read everything.
  for (const { encryption } of running)
    for (const { actor, text: bought } of buyers)
      expect((await getOwnGameKey({ ...base, encryption, actor }, gameId))?.text).toBe(bought);
  const done = await callCommand(changeSite, {
    database,
    dataDir: one,
    args: ['--encrypt-again'],
    settings: all,
  });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('Nothing is encrypted with an earlier secret any more.');
  for (const { events } of running) await events.stop();

  // Without both files.
  const settings = { DATA_DIR: empty, GUILDHALL_SECRET: `${newSecret},${stored?.all}` };
  const config = readConfig(settings);
  const alone = { ...base, encryption: await openEncryption(config) };
  expect(await listUnreadable(db, alone.encryption)).toEqual([]);
  for (const { actor, text: bought } of buyers)
    expect((await getOwnGameKey(on(alone, actor), gameId))?.text).toBe(bought);
  // What was sold on the first node was unused on the second: it is not sold again.
  expect(await countGameKeys(on(alone, editor.actor), gameId)).toMatchObject({ left: 1 });
  expect((await buy(alone)).text).toBe('KEY-C');
  const again = await addGameKeys(on(alone, editor.actor), {
    gameId,
    list: 'KEY-A\nKEY-B\nKEY-C\nKEY-D',
  });
  expect(again).toMatchObject({ added: 1, refusedCount: 3 });
  expect(await readPushKeys(alone)).toEqual(pushKeys);
  expect(await readSignedToken(await openKeys(config, base), session)).toBe('token');
  player.testClock.advance(codePeriodMs);
  const pending = { ...(await player.enterPassword()), encryption: alone.encryption };
  await logInWithCode(pending, { code: player.showCode() });
});

test('one node of version 0.2 becomes two with one secret, and no session ends', async () => {
  const [before = '', other = ''] = folders;
  await writeFile(path.join(before, 'secret'), `${earlierSession.secret}\n`);
  const noted = (await readFile(path.join(before, 'secret'), 'utf8')).trim();
  const settings = { GUILDHALL_SECRET: `${newSecret},${noted}` };
  const nodes: Services[] = [];
  for (const DATA_DIR of [before, other]) nodes.push(await startNode({ ...settings, DATA_DIR }));
  const [first, second] = nodes;
  if (!first || !second) throw new Error('A node did not start.');
  for (const { keys, db, encryption } of nodes) {
    expect(await readSignedToken(keys, earlierSession.cookie)).toBe(earlierSession.token);
    expect(await listUnreadable(db, encryption)).toEqual([]);
  }
  for (const [writer, reader] of [
    [first, second],
    [second, first],
  ] as const) {
    expect(await readSignedToken(reader.keys, signToken(writer.keys, 'token'))).toBe('token');
    const encrypted = writer.encryption.encrypt('a key of a game', 'its place');
    expect(reader.encryption.decrypt(encrypted, 'its place')).toBe('a key of a game');
  }
  for (const { events } of nodes) await events.stop();
});
