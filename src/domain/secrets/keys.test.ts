import { beforeEach, expect, test, vi } from 'vitest';
import { createTokens } from '#api/realm/tokens.ts';
import { secrets } from '#database/schema.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { earlierSession } from '#test/fixtures/earlier-session.ts';
import { createClock, createTestCtx } from '#test/fixtures/factories.ts';
import { createDeviceCookie, findKnownDevice } from '../accounts/sessions/device-cookie.ts';
import { readSignedToken, signToken } from '../accounts/sessions/secret-token.ts';
import {
  derivePublicKey,
  deriveSecretKey,
  sign as signUpload,
} from '../gallery/file-rest-api/service-keys.ts';
import { isPartSigned, verifyUploadToken } from '../gallery/uploads/upload-token.ts';
import { deleteOldRows } from '../retention/delete-old-rows.ts';
import { createKeys, createKeysOf } from './keys.ts';
import { createFirstSecret, readStoredSecrets, rotateSecret } from './stored-secrets.ts';

const database = useDatabase();
beforeEach(async () => void (await database.db.delete(secrets)));

// cspell:disable-next-line
const deviceId = 'Ym-di6XmSKJ1eZcjgf0eDA';

/** What version 0.1.0 signed or derived with this secret; its code produced these values. */
const earlier = {
  ...earlierSession,
  device: `${deviceId}.Dzaqkmo8bajkqqWFkxtorEFofDlkSAbtGwzbHcRi_kU`,
  publicKey: '76b80404e3e84460c07c',
  secretKey: 'a3a95ef71c7c959350048da4faac01fb21cac0db',
  userId: '0b5e5f2e-5a9b-4a3c-9e57-3f6f0f8f2d11',
  expire: '1773490200',
  upload: '1d6836f70ccd342c792af8955cb081f97a064c66fc8ec717400577e67da97b5b',
  part: '1be4da1ef23b728aa8938e2e4364de99a525b685b9df9718ec795c7b0d95f3e5',
  uploader: '4d0ad19e9dfc36c80dd2875d888ad37e0e3e6b24aad11fb88f46d91bb89c2460',
  access: [
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
    'eyJ0eXAiOiJhY2Nlc3MiLCJzdWIiOiI2NWYwMDAwMDAwMDAwMDAwMDAwMDAwMDEiLCJzaWQiOiIwYjVlNWYyZS01YTliLTRhM2MtOWU1Ny0zZjZmMGY4ZjJkMTEiLCJhbm9ueW1vdXMiOmZhbHNlLCJiYWFzX2RldmljZV9pZCI6IjY1ZjAwMDAwMDAwMDAwMDAwMDAwMDAwMiIsInVzZXJfZGF0YSI6e30sImlhdCI6MTc3MzQ4OTYwMCwiZXhwIjoxNzczNDkxNDAwfQ',
    'SKak3AchQLywbE-DGO1GG2FZCAKi--3s-U-ZY6GkOcg',
  ].join('.'),
};

test('all that version 0.1.0 signed is valid, also when its secret was replaced', async () => {
  const clock = createClock();
  const all = ['a newer secret of more than 32 characters', earlier.secret];
  for (const keys of [createKeysOf(earlier.secret), createKeys({ all, current: all[0] ?? '' })]) {
    expect(await readSignedToken(keys, earlier.cookie)).toBe(earlier.token);
    expect(await findKnownDevice(keys, earlier.device, 'Demo')).toBe(deviceId);
    expect(await findKnownDevice(keys, earlier.device, 'Other')).toBeNull();
    const { userId, publicKey, expire, part, upload } = earlier;
    const signed = { publicKey, expire, signature: `${userId}.${upload}` };
    expect(await verifyUploadToken({ keys, clock }, signed)).toEqual({ userId });
    expect(await isPartSigned(keys, { uploadId: userId, number: 3, signature: part })).toBe(true);
    const read = await createTokens({ keys, clock }).readAccess(earlier.access);
    expect(read?.sessionId).toBe(userId);
  }
});

test('the key pair of the file service and the mark of an uploader are those of version 0.1.0', () => {
  const { current } = createKeysOf(earlier.secret);
  expect(derivePublicKey(current)).toBe(earlier.publicKey);
  expect(deriveSecretKey(current)).toBe(earlier.secretKey);
  const uploader = signUpload(current, 'uploader', 'demopublickey', earlier.userId);
  expect(uploader).toBe(earlier.uploader);
});

test('a signature for one use is not valid for another, and not with another secret', async () => {
  const keys = createKeysOf(earlier.secret);
  const signed = signToken(keys, 'one');
  expect(await readSignedToken(keys, signed)).toBe('one');
  expect(await readSignedToken(createKeysOf(earlier.secret.toLowerCase()), signed)).toBeNull();
  const forDevice = keys.current.sign('device-cookie', 'one', 'base64url');
  expect(await readSignedToken(keys, `one.${forDevice}`)).toBeNull();
  // The cookie of a device contains no session.
  const [device = ''] =
    (await createDeviceCookie(keys, null, { username: 'one', origin: 'http://a.test' }))
      ?.split('=')[1]
      ?.split(';') ?? [];
  expect(await readSignedToken(keys, device)).toBeNull();
});

function openStored() {
  const ctx = createTestCtx(database.db);
  const clock = ctx.testClock;
  return {
    ctx,
    clock,
    async openNode() {
      const read = vi.fn(() => readStoredSecrets(ctx));
      return { keys: createKeys(await readStoredSecrets(ctx), { read, log: ctx.log }), read };
    },
  };
}

test('a new secret signs when every node had the time to read it, and both are valid', async () => {
  const { ctx, clock, openNode } = openStored();
  await createFirstSecret(ctx, null);
  clock.advance(secretConstants.activeAfterMs);
  const { keys } = await openNode();
  const before = signToken(keys, 'before');
  await rotateSecret(ctx, { endEarlier: false });
  await keys.reload();
  expect(signToken(keys, 'before')).toBe(before);
  clock.advance(secretConstants.activeAfterMs);
  await keys.reload();
  const after = signToken(keys, 'before');
  expect(after).not.toBe(before);
  for (const signed of [before, after]) expect(await readSignedToken(keys, signed)).toBe('before');
});

test('an unknown signature makes a node read the secrets again, at most once a second', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  try {
    const { ctx, clock, openNode } = openStored();
    await createFirstSecret(ctx, null);
    const { keys, read } = await openNode();
    await rotateSecret(ctx, { endEarlier: false });
    clock.advance(secretConstants.activeAfterMs);
    const other = await openNode();
    const signed = signToken(other.keys, 'one');
    expect(await readSignedToken(keys, signed)).toBeNull();
    expect(read).toHaveBeenCalledTimes(0);
    now.mockReturnValue(10_000 + secretConstants.readAgainAfterMs);
    const results = await Promise.all([
      readSignedToken(keys, signed),
      readSignedToken(keys, 'one.forged'),
      readSignedToken(keys, 'other.forged'),
    ]);
    expect(results).toEqual(['one', null, null]);
    expect(await readSignedToken(keys, 'one.forged')).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  } finally {
    now.mockRestore();
  }
});

test('when the secrets cannot be read, the known ones stay valid', async () => {
  const warn = vi.fn();
  const known = { all: [earlier.secret], current: earlier.secret };
  const keys = createKeys(known, { read: () => Promise.reject(new Error('gone')), log: { warn } });
  await keys.reload();
  expect(await readSignedToken(keys, earlier.cookie)).toBe(earlier.token);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a replaced secret is deleted when all that it signed has expired; the newest never is', async () => {
  const { ctx, clock } = openStored();
  const lifetimeMs = secretConstants.replacedLifetimeMs + secretConstants.activeAfterMs;
  await createFirstSecret(ctx, null);
  clock.advance(2 * lifetimeMs);
  await deleteOldRows(ctx);
  expect(await database.db.$count(secrets)).toBe(1);
  await rotateSecret(ctx, { endEarlier: false });
  clock.advance(lifetimeMs);
  await deleteOldRows(ctx);
  expect((await readStoredSecrets(ctx)).all).toHaveLength(2);
  clock.advance(1);
  await deleteOldRows(ctx);
  expect((await readStoredSecrets(ctx)).all).toHaveLength(1);
});

test('a rotation that ends the earlier secrets makes all that they signed invalid', async () => {
  const { ctx, openNode } = openStored();
  await createFirstSecret(ctx, { value: earlier.secret, createdAt: ctx.clock.now() });
  const { keys } = await openNode();
  await rotateSecret(ctx, { endEarlier: true });
  await keys.reload();
  expect(await readSignedToken(keys, earlier.cookie)).toBeNull();
  expect(await readSignedToken(keys, signToken(keys, 'new'))).toBe('new');
});
