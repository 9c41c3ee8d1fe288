import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users, wallets } from '#database/schema.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { sendRequestedMails } from '../emails/send-requested-emails.ts';
import { logIn } from '../sessions/log-in.ts';
import { confirmEmail } from './confirm-email.ts';
import { createGuest } from './create-guest.ts';
import { register } from './register.ts';
import { isConfirmationDue, requestConfirmation } from './request-confirmation.ts';

const database = useDatabase();

/** A context whose mails reach people. */
function createMailingCtx() {
  const mails: { to: string; subject: string; text: string }[] = [];
  const ctx = createTestCtx(database.db, {
    mailer: {
      delivers: true,
      async send(mail) {
        mails.push(mail);
      },
    },
  });
  return { ctx, mails };
}

async function accountOf(username: string) {
  const [row] = await database.db
    .select()
    .from(users)
    .where(eq(users.username, username.toLowerCase()));
  return row;
}

describe('an email that has an account', () => {
  test('is not told to a stranger where mail reaches its owner', async () => {
    const { ctx, mails } = createMailingCtx();
    const first = newcomer();
    const second = { ...newcomer(), email: first.email.toUpperCase().toLowerCase() };
    const answers = [await register(ctx, first), await register(ctx, second)];
    expect(answers[1]).toEqual(answers[0]);
    await sendRequestedMails(ctx);
    expect(await accountOf(second.username)).toBeUndefined();
    expect(mails.map((mail) => mail.to)).toEqual([first.email, first.email]);
    expect(mails[1]?.text).toContain('already has an account');
  });

  test('is said where no mail can be sent', async () => {
    const ctx = createTestCtx(database.db);
    const first = newcomer();
    await register(ctx, first);
    await expect(register(ctx, { ...newcomer(), email: first.email })).rejects.toMatchObject({
      code: 'email-taken',
      details: { fields: { email: 'This email is already in use.' } },
    });
  });

  test('leaves a guest a guest', async () => {
    const ctx = createTestCtx(database.db);
    const first = newcomer();
    await register(ctx, first);
    const guest = await createPlayer(database.db, { role: 'guest', balance: 7_00 });
    const second = { ...newcomer(), email: first.email };
    await expect(register({ ...ctx, actor: guest }, second)).rejects.toMatchObject({
      code: 'email-taken',
    });
    expect(await accountOf(guest.username)).toMatchObject({ id: guest.id, role: 'guest' });
  });
});

describe('a confirmation', () => {
  const tokenIn = (text = '') => /\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '';

  test('is asked for by mail, and its link works once', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = newcomer();
    await register(ctx, person);
    await sendRequestedMails(ctx);
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: false });
    const token = tokenIn(mails[0]?.text);
    const tries = await Promise.allSettled([1, 2, 3].map(() => confirmEmail(ctx, { token })));
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: true });
  });

  test('has a link for an hour', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = newcomer();
    await register(ctx, person);
    await sendRequestedMails(ctx);
    ctx.testClock.advance(60 * 60 * 1000);
    const token = tokenIn(mails[0]?.text);
    await expect(confirmEmail(ctx, { token })).rejects.toMatchObject({ code: 'bad-link' });
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: false });
  });

  test('has a new link for who asks, three times an hour, and the older one ends', async () => {
    const { ctx, mails } = createMailingCtx();
    const person = newcomer();
    await register(ctx, person);
    const account = await accountOf(person.username);
    const actor = { ...(await createPlayer(database.db)), id: account?.id ?? '' };
    const asking = { ...ctx, actor, rateLimiter: createRateLimiter() };
    expect(await isConfirmationDue(ctx, actor)).toBe(true);
    for (let tries = 0; tries < 3; tries += 1) await requestConfirmation(asking);
    await expect(requestConfirmation(asking)).rejects.toMatchObject({ code: 'rate-limited' });
    await sendRequestedMails(ctx);
    const [older, , , newest] = mails.map((mail) => ({ token: tokenIn(mail.text) }));
    if (!older || !newest) throw new Error('Too few mails were sent.');
    await expect(confirmEmail(ctx, older)).rejects.toMatchObject({ code: 'bad-link' });
    await confirmEmail(ctx, newest);
    expect(await isConfirmationDue(ctx, actor)).toBe(false);
    await requestConfirmation({ ...ctx, actor });
    await sendRequestedMails(ctx);
    expect(mails).toHaveLength(4);
  });

  test('is not needed where no mail can be sent', async () => {
    const ctx = createTestCtx(database.db);
    const person = newcomer();
    await register(ctx, person);
    expect(await accountOf(person.username)).toMatchObject({ emailVerified: true });
    await sendRequestedMails(ctx);
    expect(ctx.mails).toEqual([]);
  });
});

describe('a guest', () => {
  test('who registers from several tabs at once becomes one player', async () => {
    const ctx = createTestCtx(database.db);
    const guest = await createPlayer(database.db, { role: 'guest', balance: 7_00 });
    const people = [newcomer(), newcomer(), newcomer()];
    const answers = await Promise.allSettled(
      people.map((person) => register({ ...ctx, actor: guest }, person)),
    );
    const codes = answers.map((answer) =>
      answer.status === 'fulfilled' ? 'done' : answer.reason.code,
    );
    expect(codes.sort()).toEqual(['already-registered', 'already-registered', 'done']);
    const made = await Promise.all(people.map((person) => accountOf(person.username)));
    expect(made.filter(Boolean)).toMatchObject([{ id: guest.id, role: 'player' }]);
    const [wallet] = await ctx.db.select().from(wallets).where(eq(wallets.userId, guest.id));
    expect(wallet?.balance).toBe(7_00);
  });

  test('keeps the name of its profile, if it chose one', async () => {
    const ctx = createTestCtx(database.db);
    const named = await createPlayer(database.db, { role: 'guest' });
    const unnamed = await createPlayer(database.db, { role: 'guest' });
    await editProfile({ ...ctx, actor: named }, { name: 'Ada', description: '', profilePic: '' });
    const [first, second] = [newcomer(), newcomer()];
    await register({ ...ctx, actor: named }, first);
    await register({ ...ctx, actor: unnamed }, second);
    expect(await accountOf(first.username)).toMatchObject({ id: named.id, name: 'Ada' });
    expect(await accountOf(second.username)).toMatchObject({ name: second.username });
  });

  test('gets another name when the drawn one is taken', async () => {
    const draws = [...Array(12).fill(0), ...Array(6).fill(1)];
    const ctx = createTestCtx(database.db, { random: { integer: () => draws.shift() ?? 2 } });
    await createGuest(ctx);
    await createGuest(ctx);
    expect(await accountOf('guest-aaaaaa')).toBeDefined();
    expect(await accountOf('guest-bbbbbb')).toBeDefined();
  });

  test('cannot be logged in to by anybody', async () => {
    const ctx = createTestCtx(database.db, { random: { integer: () => 5 } });
    await createGuest(ctx);
    for (const password of ['', 'null', 'undefined', 'hash:']) {
      await expect(logIn(ctx, { username: 'guest-ffffff', password })).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    }
  });
});
