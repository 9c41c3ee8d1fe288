import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users, wallets } from '#database/schema.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { registerInput } from '#shared/schemas/accounts/accounts.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { sendRequestedEmails } from '../emails/send-requested-emails.ts';
import { logIn } from '../sessions/log-in.ts';
import { confirmEmail } from './confirm-email.ts';
import { createGuest } from './create-guest.ts';
import { register } from './register.ts';
import { isEmailUnconfirmed, requestConfirmationEmail } from './request-confirmation.ts';

const database = useDatabase();

/** A context whose mailer can deliver mail. */
function createMailingCtx() {
  const mails: { to: string; subject: string; text: string }[] = [];
  const ctx = createTestCtx(database.db, {
    accounts: {
      mailer: {
        canDeliver: true,
        async send(mail) {
          mails.push(mail);
        },
      },
    },
  });
  return { ctx, mails };
}

async function findAccount(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('registration with an email that has an account', () => {
  test('looks like a success where mail can be sent, and only the owner is told', async () => {
    const { ctx, mails } = createMailingCtx();
    const first = generateRegistration();
    const second = { ...generateRegistration(), email: first.email.toUpperCase().toLowerCase() };
    const results = [await register(ctx, first), await register(ctx, second)];
    expect(results[1]).toEqual(results[0]);
    await sendRequestedEmails(ctx);
    expect(await findAccount(second.username)).toBeUndefined();
    expect(mails.map((mail) => mail.to)).toEqual([first.email, first.email]);
    expect(mails[1]?.text).toContain('already has an account');
  });

  test('fails with email-taken where no mail can be sent', async () => {
    const ctx = createTestCtx(database.db);
    const first = generateRegistration();
    await register(ctx, first);
    await expect(
      register(ctx, { ...generateRegistration(), email: first.email }),
    ).rejects.toMatchObject({
      code: 'email-taken',
      details: { fields: { email: 'This email is already in use.' } },
    });
  });

  test('knows an address of an international domain in both of its forms', async () => {
    const ctx = createTestCtx(database.db);
    const registerAs = (email: string) =>
      register(ctx, registerInput.parse({ ...generateRegistration(), email }));
    await registerAs('Ada&Bob@Bücher.example');
    await expect(registerAs('ada&bob@xn--bcher-kva.example')).rejects.toMatchObject({
      code: 'email-taken',
    });
  });

  test('does not change a guest', async () => {
    const ctx = createTestCtx(database.db);
    const first = generateRegistration();
    await register(ctx, first);
    const guest = await createPlayer(database.db, { role: 'guest', balance: 7_00 });
    const second = { ...generateRegistration(), email: first.email };
    await expect(register({ ...ctx, actor: guest }, second)).rejects.toMatchObject({
      code: 'email-taken',
    });
    expect(await findAccount(guest.username)).toMatchObject({ id: guest.id, role: 'guest' });
  });
});

describe('the confirmation of an email address', () => {
  const tokenIn = (text = '') => /\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '';

  test('is requested by mail, and its link works once', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = generateRegistration();
    await register(ctx, person);
    await sendRequestedEmails(ctx);
    expect(await findAccount(person.username)).toMatchObject({ emailVerified: false });
    const token = tokenIn(mails[0]?.text);
    const tries = await Promise.allSettled([1, 2, 3].map(() => confirmEmail(ctx, { token })));
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await findAccount(person.username)).toMatchObject({ emailVerified: true });
  });

  test('has a link that expires after one hour', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = generateRegistration();
    await register(ctx, person);
    await sendRequestedEmails(ctx);
    ctx.testClock.advance(60 * 60 * 1000);
    const token = tokenIn(mails[0]?.text);
    await expect(confirmEmail(ctx, { token })).rejects.toMatchObject({ code: 'bad-link' });
    expect(await findAccount(person.username)).toMatchObject({ emailVerified: false });
  });

  test('can be requested three times an hour, and a new link replaces the older ones', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = generateRegistration();
    await register(ctx, person);
    const account = await findAccount(person.username);
    const actor = { ...(await createPlayer(database.db)), id: account?.id ?? '' };
    const limitedCtx = { ...ctx, actor, rateLimiter: createRateLimiter() };
    expect(await isEmailUnconfirmed(ctx, actor)).toBe(true);
    for (let tries = 0; tries < 3; tries += 1) await requestConfirmationEmail(limitedCtx);
    await expect(requestConfirmationEmail(limitedCtx)).rejects.toMatchObject({
      code: 'rate-limited',
    });
    await sendRequestedEmails(ctx);
    const [older, , , newest] = mails.map((mail) => ({ token: tokenIn(mail.text) }));
    if (!older || !newest) throw new Error('Too few mails were sent.');
    await expect(confirmEmail(ctx, older)).rejects.toMatchObject({ code: 'bad-link' });
    await confirmEmail(ctx, newest);
    expect(await isEmailUnconfirmed(ctx, actor)).toBe(false);
    await requestConfirmationEmail({ ...ctx, actor });
    await sendRequestedEmails(ctx);
    expect(mails).toHaveLength(4);
  });

  test('is not needed where no mail can be sent', async () => {
    const ctx = createTestCtx(database.db);
    const person = generateRegistration();
    await register(ctx, person);
    expect(await findAccount(person.username)).toMatchObject({ emailVerified: true });
    await sendRequestedEmails(ctx);
    expect(ctx.mails).toEqual([]);
  });
});

describe('a guest', () => {
  test('that registers in several tabs at the same time becomes one player', async () => {
    const ctx = createTestCtx(database.db);
    const guest = await createPlayer(database.db, { role: 'guest', balance: 7_00 });
    const people = [generateRegistration(), generateRegistration(), generateRegistration()];
    const results = await Promise.allSettled(
      people.map((person) => register({ ...ctx, actor: guest }, person)),
    );
    const codes = results.map((answer) =>
      answer.status === 'fulfilled' ? 'done' : answer.reason.code,
    );
    expect(codes.sort()).toEqual(['already-registered', 'already-registered', 'done']);
    const registered = await Promise.all(people.map((person) => findAccount(person.username)));
    expect(registered.filter(Boolean)).toMatchObject([{ id: guest.id, role: 'player' }]);
    const [wallet] = await ctx.db.select().from(wallets).where(eq(wallets.userId, guest.id));
    expect(wallet?.balance).toBe(7_00);
  });

  test('keeps a profile name that it chose', async () => {
    const ctx = createTestCtx(database.db);
    const named = await createPlayer(database.db, { role: 'guest' });
    const unnamed = await createPlayer(database.db, { role: 'guest' });
    await editProfile({ ...ctx, actor: named }, { name: 'Ada', description: '', profilePic: '' });
    const [first, second] = [generateRegistration(), generateRegistration()];
    await register({ ...ctx, actor: named }, first);
    await register({ ...ctx, actor: unnamed }, second);
    expect(await findAccount(first.username)).toMatchObject({ id: named.id, name: 'Ada' });
    expect(await findAccount(second.username)).toMatchObject({ name: second.username });
  });

  test('gets another name when the generated one is taken', async () => {
    const draws = [...Array(12).fill(0), ...Array(6).fill(1)];
    const ctx = createTestCtx(database.db, { random: { integer: () => draws.shift() ?? 2 } });
    await createGuest(ctx);
    await createGuest(ctx);
    expect(await findAccount('guest-aaaaaa')).toBeDefined();
    expect(await findAccount('guest-bbbbbb')).toBeDefined();
  });

  test('has no password that works', async () => {
    const ctx = createTestCtx(database.db, { random: { integer: () => 5 } });
    await createGuest(ctx);
    for (const password of ['', 'null', 'undefined', 'hash:']) {
      await expect(logIn(ctx, { username: 'guest-ffffff', password })).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    }
  });
});
