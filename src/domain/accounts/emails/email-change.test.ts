import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { emailChanges, requestedEmails, users } from '#database/schema.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { emailLinkConstants } from '#shared/constants/accounts/requested-emails.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { registerPlayer } from '#test/fixtures/registered-player.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { changePassword } from '../passwords/change-password.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { createEmailLinkToken } from './email-link.ts';
import { cancelEmailChange, getOwnEmail } from './pending-email-change.ts';
import { requestEmailChange } from './request-email-change.ts';
import { sendRequestedEmails } from './send-requested-emails.ts';

const database = useDatabase();

let counter = 0;
function createAddress() {
  counter += 1;
  return `new-address-${counter}@example.test`;
}

/** A player with a confirmed address on a site that can send mails. */
async function registerWithMail() {
  const player = await registerPlayer(database.db);
  const { ctx, mails, person } = player;
  ctx.accounts.mailer = { ...ctx.accounts.mailer, canDeliver: true };
  const sendMails = async () => {
    mails.length = 0;
    await sendRequestedEmails(ctx);
    return [...mails];
  };
  const requestLink = async (email: string) => {
    await requestEmailChange(ctx, { email });
    const sent = await sendMails();
    const mail = sent.find(({ to }) => to === email);
    return /\/settings\/account\/email\/confirm\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const readEmail = async () => (await getOwnEmail(ctx)).email;
  return { ...player, oldEmail: person.email, sendMails, requestLink, readEmail };
}

describe('a change of the email address', () => {
  test('waits for the link in the mail to the new address, and the old one is told twice', async () => {
    const { ctx, oldEmail, sendMails, readEmail } = await registerWithMail();
    const email = createAddress();
    expect(await requestEmailChange(ctx, { email })).toBe(false);
    expect(await getOwnEmail(ctx)).toEqual({
      email: oldEmail,
      isConfirmed: true,
      pendingEmail: email,
    });
    const requested = await sendMails();
    expect(requested.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([
        [email, 'Confirm your new email for Guildhall'],
        [oldEmail, 'Your email for Guildhall is about to change'],
      ]),
    );
    const token = /token=([\w-]+)/.exec(requested.find(({ to }) => to === email)?.text ?? '')?.[1];
    await confirmEmailChange({ ...ctx, actor: null }, { token: token ?? '' });
    expect(await getOwnEmail(ctx)).toEqual({ email, isConfirmed: true, pendingEmail: null });
    const done = await sendMails();
    expect(done.map(({ to, subject }) => [to, subject])).toEqual([
      [oldEmail, 'Your email for Guildhall has changed'],
    ]);
    // The mail to the old address does not name the new one: its owner may be somebody else.
    expect(
      [...requested, ...done].filter(({ to, text }) => to === oldEmail && text.includes(email)),
    ).toEqual([]);
    expect(await readEmail()).toBe(email);
  });

  test('needs a fresh proof', async () => {
    const { ctx, testClock, readEmail, oldEmail } = await registerWithMail();
    testClock.advance(proofConstants.freshMs);
    await expect(requestEmailChange(ctx, { email: createAddress() })).rejects.toMatchObject({
      code: 'proof-required',
    });
    expect(await getOwnEmail(ctx)).toMatchObject({ pendingEmail: null });
    expect(await readEmail()).toBe(oldEmail);
  });

  test('is at once where no mail can be sent, and then says that an address is taken', async () => {
    const { ctx, mails } = await registerPlayer(database.db);
    const other = await createPlayer(database.db);
    const email = createAddress();
    expect(await requestEmailChange(ctx, { email })).toBe(true);
    expect((await getOwnEmail(ctx)).email).toBe(email);
    await sendRequestedEmails(ctx);
    expect(mails.at(-1)?.subject).toBe('Your email for Guildhall has changed');
    const taken = `${other.username.toLowerCase()}@example.test`;
    await expect(requestEmailChange(ctx, { email: taken })).rejects.toMatchObject({
      code: 'email-taken',
    });
  });

  test('to a taken address looks the same, and only the owner of that address gets a mail', async () => {
    const { ctx, readEmail, oldEmail, sendMails } = await registerWithMail();
    const other = await createPlayer(database.db);
    const taken = `${other.username.toLowerCase()}@example.test`;
    expect(await requestEmailChange(ctx, { email: taken })).toBe(false);
    expect(await getOwnEmail(ctx)).toMatchObject({ pendingEmail: taken });
    const sent = await sendMails();
    expect(sent.map(({ to }) => to).toSorted()).toEqual([oldEmail, taken].toSorted());
    expect(sent.find(({ to }) => to === taken)?.text).not.toContain('token=');
    expect(await readEmail()).toBe(oldEmail);
  });

  test('of two accounts to one address succeeds for one', async () => {
    const players = await Promise.all([1, 2, 3].map(() => registerWithMail()));
    const email = createAddress();
    const tokens: string[] = [];
    for (const { requestLink } of players) tokens.push(await requestLink(email));
    expect(new Set(tokens).size).toBe(3);
    const visitor = createTestCtx(database.db);
    const tries = await Promise.allSettled(
      tokens.map((token) => confirmEmailChange(visitor, { token })),
    );
    const failures = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(failures).toEqual(['email-taken', 'email-taken']);
    const owners = await database.db.$count(users, eq(users.email, email));
    expect(owners).toBe(1);
  });

  test('to the present address is rejected', async () => {
    const { ctx, oldEmail } = await registerWithMail();
    await expect(requestEmailChange(ctx, { email: oldEmail })).rejects.toMatchObject({
      code: 'email-unchanged',
    });
  });

  test('can be requested five times an hour', async () => {
    const { ctx } = await registerWithMail();
    const limited = { ...ctx, rateLimiter: createRateLimiter() };
    for (let tries = 0; tries < 5; tries += 1) {
      await requestEmailChange(limited, { email: createAddress() });
    }
    await expect(requestEmailChange(limited, { email: createAddress() })).rejects.toMatchObject({
      code: 'rate-limited',
    });
    // Only the last one is stored.
    expect(await ctx.db.$count(emailChanges, eq(emailChanges.userId, ctx.actor.id))).toBe(1);
  });

  test('is not possible for guests', async () => {
    const actor = await createPlayer(database.db, { role: 'guest' });
    const ctx = { ...createTestCtx(database.db), actor };
    await expect(requestEmailChange(ctx, { email: createAddress() })).rejects.toMatchObject({
      code: 'guest-not-allowed',
    });
  });
});

describe('the link to a new email address', () => {
  test('works once, also when it is opened several times at the same time', async () => {
    const { ctx, requestLink, readEmail } = await registerWithMail();
    const email = createAddress();
    const token = await requestLink(email);
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => confirmEmailChange(ctx, { token })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readEmail()).toBe(email);
    const changed = eq(requestedEmails.kind, 'email-changed');
    expect(await ctx.db.$count(requestedEmails, changed)).toBe(1);
    await ctx.db.delete(requestedEmails);
  });

  test('expires after an hour and is deleted', async () => {
    const { ctx, requestLink, testClock, readEmail, oldEmail } = await registerWithMail();
    const token = await requestLink(createAddress());
    testClock.advance(emailLinkConstants.lifetimeMs);
    await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'bad-link' });
    expect(await getOwnEmail(ctx)).toMatchObject({ pendingEmail: null });
    expect(await readEmail()).toBe(oldEmail);
    testClock.advance(1);
    await deleteOldRows(ctx);
    expect(await ctx.db.$count(emailChanges, eq(emailChanges.userId, ctx.actor.id))).toBe(0);
  });

  test('is not stored in a usable form', async () => {
    const { ctx, requestLink } = await registerWithMail();
    const token = await requestLink(createAddress());
    const statement = sql`select e::text as row from email_changes e`;
    const rows = await queryRows<{ row: string }>(ctx.db, { row: text }, statement);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  test.each(['', '%', 'null', 'a'.repeat(200)])('does nothing when it is %j', async (token) => {
    const { ctx } = await registerWithMail();
    await requestEmailChange(ctx, { email: createAddress() });
    await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'bad-link' });
  });

  test('ends with a newer request, a cancellation, a new password and a reset', async () => {
    const { ctx, requestLink, sendMails, person, readEmail, oldEmail } = await registerWithMail();
    const replaced = await requestLink(createAddress());
    const cancelled = await requestLink(createAddress());
    await cancelEmailChange(ctx);
    const reset = await requestLink(createAddress());
    await requestPasswordReset(ctx, { email: person.email });
    const [mail] = await sendMails();
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await resetPassword(ctx, { token, password: 'battery staple' });
    for (const ended of [replaced, cancelled, reset]) {
      await expect(confirmEmailChange(ctx, { token: ended })).rejects.toMatchObject({
        code: 'bad-link',
      });
    }
    expect(await readEmail()).toBe(oldEmail);
    const other = await registerWithMail();
    const link = await other.requestLink(createAddress());
    await changePassword(other.ctx, { password: 'battery staple' });
    await expect(confirmEmailChange(ctx, { token: link })).rejects.toMatchObject({
      code: 'bad-link',
    });
  });

  test('of a suspended account does nothing', async () => {
    const { ctx, requestLink } = await registerWithMail();
    const token = await requestLink(createAddress());
    await ctx.db.update(users).set({ banned: true }).where(eq(users.id, ctx.actor.id));
    await expect(confirmEmailChange(ctx, { token })).rejects.toMatchObject({ code: 'bad-link' });
  });

  test('that is cancelled before its mail is sent is never sent', async () => {
    const { ctx, sendMails, oldEmail } = await registerWithMail();
    await requestEmailChange(ctx, { email: createAddress() });
    await cancelEmailChange(ctx);
    expect((await sendMails()).map(({ to }) => to)).toEqual([oldEmail]);
  });

  test('ends the links that were mailed to the old address', async () => {
    const { ctx, requestLink } = await registerWithMail();
    const now = ctx.clock.now();
    const reset = await createEmailLinkToken(ctx.db, 'reset', ctx.actor.id, now);
    await confirmEmailChange(ctx, { token: await requestLink(createAddress()) });
    await expect(
      resetPassword(ctx, { token: reset, password: 'battery staple' }),
    ).rejects.toMatchObject({ code: 'bad-link' });
  });
});
