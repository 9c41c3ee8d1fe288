import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { earlierFingerprintKeys, encryptionKeys, gameKeys } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { createEncryption } from '../../secrets/encryption.ts';
import { listUnreadableForPages } from '../../secrets/list-unreadable.ts';
import { buyGame } from '../buy-game.ts';
import { eraseGameKeysOfAccount } from '../end-library-of-account.ts';
import { addGameKeys, countGameKeys, removeUnusedKeys } from './change-game-keys.ts';
import { encryptKeysAgain } from './encrypt-keys-again.ts';
import { getOwnGameKey } from './get-own-game-key.ts';

const database = useDatabase({ max: 20 });
const [older, newer, other] = ['older', 'newer', 'other'].map((name) => name.padEnd(40, '-'));
const withSecrets = (...all: (string | undefined)[]) =>
  createEncryption([all[0] ?? '', ...all.slice(1).map((one) => one ?? '')]);

beforeEach(async () => {
  await database.db.delete(gameKeys);
  await database.db.delete(encryptionKeys);
  await database.db.delete(earlierFingerprintKeys);
});

async function createFixture(count: number) {
  const base = { ...createTestCtx(database.db), encryption: withSecrets(older) };
  const editor = await createEditorCtx(base);
  const gameId = await createGameOfSite(editor);
  const list = Array.from({ length: count }, () => randomUUID());
  await addGameKeys(editor, { gameId, list: list.join('\n') });
  const buyer = { ...base, actor: await createPlayer(database.db, { balance: 100_00 }) };
  await buyGame(buyer, { gameId, key: randomUUID(), price: base.rules.gamePriceCents });
  return { base, editor, gameId, list, buyer };
}

it('after the secret was changed, given and unused keys are readable with the newest secret alone', async () => {
  const { base, editor, gameId, list, buyer } = await createFixture(450);
  const before = (await getOwnGameKey(buyer, gameId))?.text;
  const both = { ...base, encryption: withSecrets(newer, older) };
  expect(await encryptKeysAgain(both)).toEqual({ done: 450, unreadable: 0 });
  expect(await encryptKeysAgain(both)).toEqual({ done: 0, unreadable: 0 });
  // A secret that is set twice, as in the setting and in the file, is one key.
  const twice = { ...base, encryption: withSecrets(newer, newer) };
  expect(twice.encryption.keyIds).toHaveLength(1);
  expect(await encryptKeysAgain(twice)).toEqual({ done: 0, unreadable: 0 });
  const alone = { encryption: withSecrets(newer) };
  expect((await getOwnGameKey({ ...buyer, ...alone }, gameId))?.text).toBe(before);
  expect(await countGameKeys({ ...editor, ...alone }, gameId)).toMatchObject({
    left: 449,
    unreadable: 0,
  });
  // Also a key that was given is still known, so it is not sold again.
  const again = await addGameKeys({ ...editor, ...alone }, { gameId, list: list.join('\n') });
  expect(again).toMatchObject({ added: 0, refusedCount: 450 });
});

it('the key of a deleted account is still known when the secrets that it was stored with are gone', async () => {
  const { base, editor, gameId, list, buyer } = await createFixture(3);
  const given = (await getOwnGameKey(buyer, gameId))?.text ?? '';
  await eraseGameKeysOfAccount(database.db, buyer.actor.id);
  const add = (secrets: string[], keys: readonly string[]) =>
    addGameKeys(
      { ...editor, encryption: withSecrets(...secrets) },
      { gameId, list: keys.join('\n') },
    );
  const [one = '', two = '', three = ''] = [older, newer, other];
  await encryptKeysAgain({ ...base, encryption: withSecrets(two, one) });
  expect(await add([two], list)).toMatchObject({ added: 0, refusedCount: 3 });
  // Also after another change, and the text is nowhere.
  await encryptKeysAgain({ ...base, encryption: withSecrets(three, two) });
  expect(await add([three], [given, randomUUID()])).toMatchObject({ added: 1, refusedCount: 1 });
  expect(await getOwnGameKey(buyer, gameId)).toBeNull();
  const kept = await database.db.select().from(earlierFingerprintKeys);
  const current = withSecrets(three).keyIds[0];
  expect(kept.map(({ encryptedBy }) => encryptedBy)).toEqual([current, current]);
});

it('without a key of a deleted account, nothing of an earlier secret is kept', async () => {
  const { base } = await createFixture(2);
  await encryptKeysAgain({ ...base, encryption: withSecrets(newer, older) });
  expect(await database.db.$count(earlierFingerprintKeys)).toBe(0);
});

it('keys of a secret that is not set stay as they are and are counted', async () => {
  const { base } = await createFixture(3);
  const { encryption } = base;
  await database.db.delete(encryptionKeys);
  await database.db.insert(encryptionKeys).values({
    keyId: withSecrets(newer).keyIds[0],
    changedAt: base.clock.now(),
  });
  const unknown = { ...base, encryption: withSecrets(newer, other) };
  expect(await encryptKeysAgain(unknown)).toEqual({ done: 0, unreadable: 3 });
  const stranger = { ...base, encryption: withSecrets(other) };
  await expect(encryptKeysAgain(stranger)).rejects.toMatchObject({
    code: 'encryption-unavailable',
  });
  const stored = await database.db.select({ keyId: gameKeys.encryptedBy }).from(gameKeys);
  expect(new Set(stored.map(({ keyId }) => keyId))).toEqual(new Set(encryption.keyIds));
});

it('purchases at the same time each get another key, which stays readable', async () => {
  const { base, gameId } = await createFixture(200);
  const both = { ...base, encryption: withSecrets(newer, older) };
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async () => ({
      ...both,
      actor: await createPlayer(database.db, { balance: 100_00 }),
    })),
  );
  const price = base.rules.gamePriceCents;
  await Promise.all([
    encryptKeysAgain(both),
    ...buyers.map((buyer) => buyGame(buyer, { gameId, key: randomUUID(), price })),
  ]);
  await encryptKeysAgain(both);
  const alone = { encryption: withSecrets(newer) };
  const given = await Promise.all(
    buyers.map((buyer) => getOwnGameKey({ ...buyer, ...alone }, gameId)),
  );
  const texts = given.map((key) => key?.text);
  expect(texts.every(Boolean)).toBe(true);
  expect(new Set(texts).size).toBe(buyers.length);
});

it('pages count what cannot be read at most every 30 seconds, and again after unused keys were removed', async () => {
  const { base, editor, gameId } = await createFixture(3);
  const clock = createClock();
  const { readCache } = createTestCtx(database.db, { clock });
  const onPage = { ...base, clock, readCache, encryption: withSecrets(newer) };
  const keyId = withSecrets(older).keyIds[0];
  const list = async () =>
    (await listUnreadableForPages(onPage)).map(({ kind, count }) => [kind, count]);
  const bought = ['bought-keys', 1];
  expect(await list()).toEqual([bought, ['unused-keys', 2]]);
  await addGameKeys(editor, { gameId, list: randomUUID() });
  expect(await list()).toEqual([bought, ['unused-keys', 2]]);
  clock.advance(30_000);
  expect(await list()).toEqual([bought, ['unused-keys', 3]]);
  expect((await listUnreadableForPages(onPage)).map((row) => row.keyId)).toEqual([keyId, keyId]);
  await removeUnusedKeys({ ...editor, readCache }, { gameId });
  expect(await list()).toEqual([bought]);
  expect(await listUnreadableForPages({ ...onPage, encryption: withSecrets(older) })).toEqual([]);
});
