import { afterEach, expect, test, vi } from 'vitest';
import { pushKeys, pushSubscriptions, waitingPushes } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { createPushReceiver } from '#test/fixtures/push-receiver.ts';
import { createEncryption } from '../../secrets/encryption.ts';
import { deletePushKeys, preparePushKeys, readPushKeys } from './push-keys.ts';
import { createPushSender } from './push-sender.ts';
import { readPushState } from './push-subscriptions.ts';

const database = useDatabase({ max: 12 });

afterEach(async () => {
  await database.db.delete(pushSubscriptions);
  await database.db.delete(pushKeys);
});

const createReceiver = () => createPushReceiver(database.db);

const countWaiting = () => database.db.$count(waitingPushes);

test('several nodes that start together make one pair of keys, and all can use it', async () => {
  const ctx = createTestCtx(database.db);
  expect(await readPushKeys(ctx)).toBeNull();
  await Promise.all(Array.from({ length: 8 }, () => preparePushKeys(ctx)));
  const keys = await readPushKeys(ctx);
  expect(Buffer.from(keys?.publicKey ?? '', 'base64url')).toHaveLength(65);
  await preparePushKeys(ctx);
  expect(await readPushKeys(ctx)).toEqual(keys);
  const [stored] = await database.db.select().from(pushKeys);
  expect(JSON.stringify(stored)).not.toContain(keys?.privateKey);
});

test('a newer secret encrypts the keys again; a node with another secret sends nothing', async () => {
  const { ctx, notify, own } = await createReceiver();
  const keys = await readPushKeys(ctx);
  const [older, newer] = [
    'test-secret-test-secret-test-secret',
    'new-secret-new-secret-new-secret',
  ];
  await preparePushKeys({ ...ctx, encryption: createEncryption([newer, older]) });
  const renewed = { ...ctx, encryption: createEncryption([newer]) };
  expect(await readPushKeys(renewed)).toEqual(keys);
  // This node has the older secret only.
  const log = { ...ctx.log, error: vi.fn() };
  await preparePushKeys({ ...ctx, log });
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(await readPushState(own)).toMatchObject({ problem: 'no-keys', publicKey: null });
  await notify('item-sold');
  const sender = createPushSender(ctx);
  await sender.run();
  await sender.settle();
  expect(await countWaiting()).toBe(1);
});

test('an operator who lost the encryption key starts with new keys and without browsers', async () => {
  const { ctx, own } = await createReceiver();
  const keys = await readPushKeys(ctx);
  expect(await deletePushKeys(ctx)).toBe(1);
  expect(await readPushState(own)).toMatchObject({ problem: 'no-keys', subscriptions: [] });
  await preparePushKeys(ctx);
  expect((await readPushKeys(ctx))?.publicKey).not.toBe(keys?.publicKey);
});
