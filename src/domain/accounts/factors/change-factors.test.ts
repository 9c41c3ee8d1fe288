import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import {
  apiSessions,
  encryptionKeys,
  loginIds,
  moderationLog,
  recoveryCodes,
  requestedEmails,
  sessions,
  totpFactors,
  usedTokens,
} from '#database/schema.ts';
import { removeFactors } from '#domain/moderation/accounts/remove-lost-factors.ts';
import { createEncryption } from '#domain/secrets/encryption.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { registerPlayer } from '#test/fixtures/registered-player.ts';
import { codePeriodMs, generateCode, registerWithTotp } from '#test/fixtures/two-factor.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { isEncryptionAvailable } from '../../secrets/claim-encryption-key.ts';
import { startWithEncryptionKeys } from '../../system/nodes/start-with-encryption-keys.ts';
import { sendRequestedEmails } from '../emails/send-requested-emails.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { removeTotp, renewRecoveryCodes } from './remove-factors.ts';
import { readFactors } from './second-factor.ts';
import { confirmTotp, readTotpSetUp, setUpTotp } from './set-up-totp.ts';

const database = useDatabase({ max: 20 });

const code = (expected: string) => ({ code: expected });

/** The subjects of the mails that were sent since the last call. */
async function readMails(
  ctx: Parameters<typeof sendRequestedEmails>[0],
  mails: { subject: string }[],
) {
  await sendRequestedEmails(ctx);
  return mails.splice(0).map(({ subject }) => subject);
}

test('an authenticator app is added with its first code, and the owner gets a mail', async () => {
  const { ctx, mails } = await registerPlayer(database.db);
  await readMails(ctx, mails);
  expect(await readTotpSetUp(ctx)).toBeNull();
  await setUpTotp(ctx);
  const first = await readTotpSetUp(ctx);
  await setUpTotp(ctx);
  const second = await readTotpSetUp(ctx);
  const now = ctx.clock.now();
  expect(second?.uri).toContain(`otpauth://totp/`);
  expect(second?.uri).toContain(`secret=${second?.secret}`);
  // The second QR code replaces the first.
  await expect(
    confirmTotp(ctx, code(generateCode(first?.secret ?? '', now))),
  ).rejects.toMatchObject(code('wrong-code'));
  expect(await readFactors(database.db, ctx.actor.id)).toMatchObject({ hasTotp: false });
  const codes = await confirmTotp(ctx, code(generateCode(second?.secret ?? '', now)));
  expect(codes).toHaveLength(factorConstants.recoveryCodes);
  expect(await readTotpSetUp(ctx)).toBeNull();
  expect(await readMails(ctx, mails)).toEqual([
    'An authenticator app was added to your Guildhall account',
  ]);
  await expect(setUpTotp(ctx)).rejects.toMatchObject(code('totp-had'));
});

test('programs that logged in with the password alone are logged out by a new authenticator app', async () => {
  const { db } = database;
  const { ctx } = await registerPlayer(db);
  const accountId = ctx.actor.id;
  const times = {
    createdAt: ctx.clock.now(),
    expiresAt: new Date(ctx.clock.now().getTime() + codePeriodMs),
  };
  await db.insert(loginIds).values({ hash: randomUUID(), accountId, ...times });
  await db
    .insert(apiSessions)
    .values({ id: randomUUID(), apiUserId: 'user', accountId, apiKeyId: null, ...times });
  await setUpTotp(ctx);
  const { secret = '' } = (await readTotpSetUp(ctx)) ?? {};
  await confirmTotp(ctx, code(generateCode(secret, ctx.clock.now())));
  expect(await db.$count(loginIds, eq(loginIds.accountId, accountId))).toBe(0);
  expect(await db.$count(apiSessions, eq(apiSessions.accountId, accountId))).toBe(0);
  // The browser that turned it on stays logged in.
  expect(await db.$count(sessions, eq(sessions.userId, accountId))).toBe(1);
});

test('a secret waits for its first code for an hour and is then deleted', async () => {
  const { ctx, testClock, logInAgain } = await registerPlayer(database.db);
  await setUpTotp(ctx);
  const { secret = '' } = (await readTotpSetUp(ctx)) ?? {};
  testClock.advance(factorConstants.setUpMs);
  const later = await logInAgain();
  expect(await readTotpSetUp(later)).toBeNull();
  await expect(
    confirmTotp(later, code(generateCode(secret, ctx.clock.now()))),
  ).rejects.toMatchObject(code('factor-gone'));
  testClock.advance(1);
  await deleteOldRows(ctx);
  expect(await database.db.$count(totpFactors, eq(totpFactors.userId, ctx.actor.id))).toBe(0);
});

test('neither the secret nor a recovery code can be read in the database', async () => {
  const { ctx, secret, recoveryCodes: codes } = await registerWithTotp(database.db);
  const rows = [
    await database.db.select().from(totpFactors).where(eq(totpFactors.userId, ctx.actor.id)),
    await database.db.select().from(recoveryCodes),
    await database.db.select().from(requestedEmails),
  ];
  const text = JSON.stringify(rows);
  for (const hidden of [secret, ...codes, ...codes.map((one) => one.replaceAll('-', ''))]) {
    expect(text).not.toContain(hidden);
  }
});

test('each change needs a proof of the last ten minutes', async () => {
  const { ctx, testClock } = await registerWithTotp(database.db);
  testClock.advance(proofConstants.freshMs);
  for (const change of [
    () => setUpTotp(ctx),
    () => readTotpSetUp(ctx),
    () => confirmTotp(ctx, code('123456')),
    () => removeTotp(ctx),
    () => renewRecoveryCodes(ctx),
  ]) {
    await expect(change()).rejects.toMatchObject(code('proof-required'));
  }
  expect(await readFactors(database.db, ctx.actor.id)).toMatchObject({ hasTotp: true });
});

test('a guest has no second factor', async () => {
  const guest = await createPlayer(database.db, { role: 'guest' });
  const ctx = createTestCtx(database.db, { actor: guest });
  await expect(setUpTotp(ctx)).rejects.toMatchObject(code('guest-not-allowed'));
});

test('new recovery codes replace the earlier ones', async () => {
  const player = await registerWithTotp(database.db);
  const { ctx, mails, recoveryCodes: earlier, logInWith } = player;
  await readMails(ctx, mails);
  const renewed = await renewRecoveryCodes(ctx);
  expect(await readMails(ctx, mails)).toEqual(['New recovery codes for your Guildhall account']);
  await expect(logInWith(earlier[0] ?? '')).rejects.toMatchObject(code('wrong-code'));
  await logInWith(renewed[0] ?? '');
  expect(await readMails(ctx, mails)).toEqual([
    'A recovery code of your Guildhall account was used',
  ]);
  const other = await registerPlayer(database.db);
  await expect(renewRecoveryCodes(other.ctx)).rejects.toMatchObject(code('no-factor'));
});

test('the owner of a lost phone logs in with a recovery code and removes the app', async () => {
  const {
    logInWith,
    recoveryCodes: codes,
    mails,
    logInAgain,
    testClock,
  } = await registerWithTotp(database.db);
  testClock.advance(proofConstants.freshMs);
  const ctx = await logInWith(codes[0] ?? '');
  await readMails(ctx, mails);
  await removeTotp(ctx);
  expect(await readMails(ctx, mails)).toEqual([
    'The authenticator app of your Guildhall account was removed',
  ]);
  expect(await readFactors(database.db, ctx.actor.id)).toEqual({
    hasTotp: false,
    passkeys: 0,
    recoveryCodes: 0,
  });
  await logInAgain();
  await expect(removeTotp(ctx)).rejects.toMatchObject(code('factor-gone'));
});

test('the operator removes every lost factor, which is logged and mailed', async () => {
  const { ctx, person, mails, logInAgain } = await registerWithTotp(database.db);
  await readMails(ctx, mails);
  expect(await removeFactors(ctx, { username: person.username.toUpperCase() })).toBe(
    person.username,
  );
  expect(await readMails(ctx, mails)).toEqual([
    'Two-factor authentication was removed from your Guildhall account',
  ]);
  const log = await database.db
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.targetId, ctx.actor.id));
  expect(log).toMatchObject([{ moderatorId: null, act: 'remove-factors' }]);
  await logInAgain();
  await expect(removeFactors(ctx, { username: person.username })).rejects.toMatchObject(
    code('no-factor'),
  );
});

test('records of used logins are deleted when these have expired', async () => {
  const { logInWith, recoveryCodes: codes, testClock, ctx } = await registerWithTotp(database.db);
  await logInWith(codes[0] ?? '');
  const before = await database.db.$count(usedTokens);
  expect(before).toBeGreaterThan(0);
  await deleteOldRows(ctx);
  expect(await database.db.$count(usedTokens)).toBe(before);
  // Longer than the tests before have advanced their clocks.
  testClock.advance(24 * 60 * 60 * 1000);
  await deleteOldRows(ctx);
  expect(await database.db.$count(usedTokens)).toBe(0);
});

const aloneNode = { id: randomUUID(), mayHaveOthers: true, servesRequests: true };

test('a node with another key refuses codes and new apps with a clear error', async () => {
  const player = await registerWithTotp(database.db);
  const other = createEncryption(['another secret of more than 32 characters']);
  const error = vi.fn();
  const node = { ...player.ctx, encryption: other, log: { ...player.ctx.log, error } };
  expect(await startWithEncryptionKeys(node, aloneNode)).toBeNull();
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.stringContaining('GUILDHALL_SECRET'),
  );
  expect(await isEncryptionAvailable(database.db, node)).toBe(false);
  player.testClock.advance(codePeriodMs);
  const pending = { ...(await player.enterPassword()), encryption: other };
  await expect(logInWithCode(pending, code(player.showCode()))).rejects.toMatchObject({
    ...code('encryption-unavailable'),
    message: expect.stringContaining('Two-factor codes are not available'),
  });
  // Recovery codes need no key.
  await logInWithCode(pending, code(player.recoveryCodes[0] ?? ''));
  const newcomer = await registerPlayer(database.db, { encryption: other });
  await expect(setUpTotp(newcomer.ctx)).rejects.toMatchObject(code('encryption-unavailable'));
});

test('a newer key takes over, and encrypts a secret again when its code is used', async () => {
  const player = await registerWithTotp(database.db);
  const earlier = 'test-secret-test-secret-test-secret';
  const encryption = createEncryption(['a newer secret of more than 32 characters', earlier]);
  const error = vi.fn();
  const node = { ...player.ctx, encryption, log: { ...player.ctx.log, error } };
  expect(await startWithEncryptionKeys(node, aloneNode)).toBeNull();
  expect(error).not.toHaveBeenCalled();
  const [recorded] = await database.db.select().from(encryptionKeys);
  expect(recorded?.keyId).toBe(encryption.keyIds[0]);
  player.testClock.advance(codePeriodMs);
  const pending = { ...(await player.enterPassword()), encryption };
  await logInWithCode(pending, code(player.showCode()));
  const [factor] = await database.db
    .select()
    .from(totpFactors)
    .where(eq(totpFactors.userId, player.ctx.actor.id));
  expect(factor?.keyId).toBe(encryption.keyIds[0]);
  player.testClock.advance(codePeriodMs);
  await logInWithCode({ ...(await player.enterPassword()), encryption }, code(player.showCode()));
  // When no secret is left, any key can take over.
  await database.db.delete(totpFactors);
  await startWithEncryptionKeys(player.ctx, aloneNode);
  expect(await isEncryptionAvailable(database.db, player.ctx)).toBe(true);
});

test('an encrypted text belongs to one account and cannot be changed', () => {
  const encryption = createEncryption(['test-secret-test-secret-test-secret']);
  const encrypted = encryption.encrypt('a secret', 'ada');
  expect(encryption.decrypt(encrypted, 'ada')).toBe('a secret');
  expect(encryption.encrypt('a secret', 'ada').text).not.toBe(encrypted.text);
  expect(() => encryption.decrypt(encrypted, 'bo')).toThrow();
  const bytes = Buffer.from(encrypted.text, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  const changed = { ...encrypted, text: bytes.toString('base64url') };
  expect(() => encryption.decrypt(changed, 'ada')).toThrow();
});
