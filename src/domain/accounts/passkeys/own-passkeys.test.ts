import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, passkeys } from '#database/schema.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { addTestPasskey, requestChallenge } from '#test/fixtures/passkeys.ts';
import { registerPlayer } from '#test/fixtures/registered-player.ts';
import { createAuthenticator } from '#test/fixtures/software-authenticator.ts';
import { createEmailLinkToken } from '../emails/email-link.ts';
import { sendRequestedEmails } from '../emails/send-requested-emails.ts';
import { readFactors } from '../factors/second-factor.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { logIn } from '../sessions/log-in.ts';
import { addPasskey, listOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';

const database = useDatabase({ max: 20 });

const code = (expected: string) => ({ code: expected });

test('a passkey is added, renamed and removed, and the owner gets mails', async () => {
  const { ctx, mails } = await registerPlayer(database.db);
  await sendRequestedEmails(ctx);
  mails.length = 0;
  const { options } = await requestChallenge(ctx, 'add');
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Guildhall' },
    user: { name: ctx.actor.username },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { id } = await addTestPasskey(ctx, 'My laptop');
  const [passkey] = await listOwnPasskeys(ctx);
  expect(passkey).toMatchObject({ name: 'My laptop', lastUsedAt: null });
  const next = await requestChallenge(ctx, 'add');
  expect(next.options).toMatchObject({ excludeCredentials: [{ id, transports: ['internal'] }] });
  await renamePasskey(ctx, { passkey: passkey?.id ?? '', name: 'Old laptop' });
  expect(await listOwnPasskeys(ctx)).toMatchObject([{ name: 'Old laptop' }]);
  await removePasskey(ctx, { passkey: passkey?.id ?? '' });
  expect(await listOwnPasskeys(ctx)).toEqual([]);
  await sendRequestedEmails(ctx);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A passkey was added to your Guildhall account',
    'A passkey of your Guildhall account was removed',
  ]);
});

test('a passkey does not make the password need a second factor', async () => {
  const { ctx, visitor, person } = await registerPlayer(database.db);
  await addTestPasskey(ctx);
  expect(await readFactors(database.db, ctx.actor.id)).toMatchObject({ passkeys: 1 });
  expect((await logIn(visitor, person)).factors).toBeNull();
});

test('adding and removing need a proof of the last ten minutes', async () => {
  const { ctx, testClock } = await registerPlayer(database.db);
  await addTestPasskey(ctx);
  const authenticator = createAuthenticator();
  const { options, asked } = await requestChallenge(ctx, 'add');
  testClock.advance(proofConstants.freshMs - 1);
  const [passkey] = await listOwnPasskeys(ctx);
  const late = await requestChallenge(ctx, 'add');
  testClock.advance(1);
  const credential = authenticator.create(options);
  await expect(addPasskey(asked, { name: 'Late', credential })).rejects.toMatchObject(
    code('challenge-expired'),
  );
  const lateCredential = authenticator.create(late.options);
  for (const change of [
    () => requestChallenge(ctx, 'add'),
    () => addPasskey(late.asked, { name: 'Late', credential: lateCredential }),
    () => removePasskey(ctx, { passkey: passkey?.id ?? '' }),
  ]) {
    await expect(change()).rejects.toMatchObject(code('proof-required'));
  }
  expect(await listOwnPasskeys(ctx)).toHaveLength(1);
});

test('an account has at most ten passkeys, also when two are added at the same time', async () => {
  const { ctx } = await registerPlayer(database.db);
  for (let count = 1; count < factorConstants.passkeysPerAccount; count += 1) {
    await addTestPasskey(ctx);
  }
  const tries = await Promise.allSettled([addTestPasskey(ctx), addTestPasskey(ctx)]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(requestChallenge(ctx, 'add')).rejects.toMatchObject(code('passkey-limit'));
  expect(await listOwnPasskeys(ctx)).toHaveLength(factorConstants.passkeysPerAccount);
});

test.each([
  ['from another site', { origin: 'https://evil.example' }],
  ['from another port', { origin: 'http://localhost:3001' }],
  ['for another host name', { rpId: 'evil.example' }],
  ['without a PIN, fingerprint or face', { isUserVerified: false }],
  ['for another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
])('a passkey %s is not added', async (_name, changes) => {
  const { ctx } = await registerPlayer(database.db);
  const { options, asked } = await requestChallenge(ctx, 'add');
  const authenticator = createAuthenticator();
  await expect(
    addPasskey(asked, { name: 'Bad', credential: authenticator.create(options, changes) }),
  ).rejects.toMatchObject(code('passkey-refused'));
  // The challenge still works for the right answer.
  await addPasskey(asked, { name: 'Good', credential: authenticator.create(options) });
});

test('a challenge works once, in the session that asked, and for its purpose', async () => {
  const { ctx, logInAgain } = await registerPlayer(database.db);
  const authenticator = await addTestPasskey(ctx);
  const { options, asked } = await requestChallenge(ctx, 'add');
  const credential = createAuthenticator().create(options);
  const other = await logInAgain();
  const elsewhere = { ...other, request: asked.request };
  await expect(addPasskey(elsewhere, { name: 'New', credential })).rejects.toMatchObject(
    code('challenge-expired'),
  );
  const proof = await requestChallenge(ctx, 'proof');
  await expect(
    addPasskey(proof.asked, { name: 'New', credential: authenticator.create(proof.options) }),
  ).rejects.toMatchObject(code('challenge-expired'));
  await addPasskey(asked, { name: 'New', credential });
  const second = createAuthenticator().create(options);
  await expect(addPasskey(asked, { name: 'Again', credential: second })).rejects.toMatchObject(
    code('challenge-expired'),
  );
});

test('one passkey belongs to one account', async () => {
  const ada = await registerPlayer(database.db);
  const bo = await registerPlayer(database.db);
  const authenticator = await addTestPasskey(ada.ctx);
  const { options, asked } = await requestChallenge(bo.ctx, 'add');
  await expect(
    addPasskey(asked, { name: 'Stolen', credential: authenticator.create(options) }),
  ).rejects.toMatchObject(code('passkey-had'));
  const [passkey] = await listOwnPasskeys(ada.ctx);
  const input = { passkey: passkey?.id ?? '', name: 'Taken' };
  await expect(renamePasskey(bo.ctx, input)).rejects.toMatchObject(code('factor-gone'));
  await expect(removePasskey(bo.ctx, input)).rejects.toMatchObject(code('factor-gone'));
  expect(await listOwnPasskeys(ada.ctx)).toMatchObject([{ name: 'Laptop' }]);
});

test('the last way to log in is not removed', async () => {
  const { ctx } = await registerPlayer(database.db);
  await addTestPasskey(ctx);
  await addTestPasskey(ctx);
  await database.db.delete(accounts).where(eq(accounts.userId, ctx.actor.id));
  const [first, second] = await listOwnPasskeys(ctx);
  await removePasskey(ctx, { passkey: first?.id ?? '' });
  await expect(removePasskey(ctx, { passkey: second?.id ?? '' })).rejects.toMatchObject(
    code('last-login'),
  );
  expect(await listOwnPasskeys(ctx)).toHaveLength(1);
});

test('a new password by mail keeps the passkeys', async () => {
  const { ctx, visitor } = await registerPlayer(database.db);
  await addTestPasskey(ctx);
  const token = await createEmailLinkToken(database.db, 'reset', ctx.actor.id, ctx.clock.now());
  await resetPassword(visitor, { token, password: 'another secret' });
  const own = eq(passkeys.userId, ctx.actor.id);
  expect(await database.db.$count(passkeys, own)).toBe(1);
});

test('a guest has no passkey', async () => {
  const guest = await createPlayer(database.db, { role: 'guest' });
  const ctx = createTestCtx(database.db, { actor: guest });
  for (const purpose of ['add', 'proof'] as const) {
    await expect(requestChallenge(ctx, purpose)).rejects.toMatchObject(code('guest-not-allowed'));
  }
});

test.each([
  'http://guild.example',
  'https://192.0.2.7',
  'http://[::1]:3000',
  'http://localhost.example',
])('there are no passkeys at %s, and the reason is given', async (origin) => {
  const { ctx } = await registerPlayer(database.db);
  const elsewhere = { ...ctx, site: { ...ctx.site, origin }, request: { ...ctx.request, origin } };
  for (const purpose of ['login', 'add'] as const) {
    await expect(requestChallenge(elsewhere, purpose)).rejects.toMatchObject({
      ...code('passkeys-unavailable'),
      message: expect.stringContaining('https'),
    });
  }
});

test('the address of the request does not change what passkeys are bound to', async () => {
  const { ctx } = await registerPlayer(database.db, {
    site: { origin: 'https://guild.example' },
  });
  const request = { ...ctx.request, origin: 'https://evil.example' };
  await expect(requestChallenge({ ...ctx, request }, 'add')).rejects.toMatchObject({
    ...code('passkeys-unavailable'),
    message: 'Passkeys work only at https://guild.example.',
  });
  const own = { ...ctx, request: { ...ctx.request, origin: 'https://guild.example' } };
  const { options } = await requestChallenge(own, 'add');
  expect(options).toMatchObject({ rp: { id: 'guild.example' } });
});
