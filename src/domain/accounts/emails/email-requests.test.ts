import { afterEach, expect, test, vi } from 'vitest';
import { requestedEmails } from '#database/schema.ts';
import { emailRequestConstants } from '#shared/constants/accounts/requested-emails.ts';
import { MailNotSentError } from '#shared/errors/mail-not-sent-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { resendEmailConfirmation } from '../api-clients/credentials/resend-email-confirmation.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { register } from '../registration/register.ts';
import { sendRequestedEmails } from './send-requested-emails.ts';

const database = useDatabase();
afterEach(async () => void (await database.db.delete(requestedEmails)));

function createMailingCtx() {
  const mails: { to: string; text: string }[] = [];
  const mailer = {
    canDeliver: true,
    send: async (mail: (typeof mails)[number]) => void mails.push(mail),
  };
  return { ctx: createTestCtx(database.db, { accounts: { mailer } }), mails };
}

/** The SQL texts of the statements that `work` sends to the database, without their values. */
async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(database.db.$client, 'query');
  try {
    await work();
    return query.mock.calls.map(([statement]) =>
      JSON.stringify((statement as { text?: string }).text),
    );
  } finally {
    query.mockRestore();
  }
}

test.each([
  ['a password', requestPasswordReset],
  ['a confirmation', resendEmailConfirmation],
])(
  'a request for %s does the same for an email address with and without an account',
  async (_, request) => {
    const { ctx, mails } = createMailingCtx();
    const person = generateRegistration();
    await register(ctx, person);
    await sendRequestedEmails(ctx);
    const [known, unknown] = [{ email: person.email }, { email: 'nobody@example.test' }];
    const sentBefore = mails.length;
    const statements = await recordStatements(() => request(ctx, known));
    expect(statements).toHaveLength(1);
    expect(await recordStatements(() => request(ctx, unknown))).toEqual(statements);
    const rows = await ctx.db.select().from(requestedEmails).orderBy(requestedEmails.id);
    const [first, second] = rows;
    expect(rows).toHaveLength(2);
    expect({ ...second, id: first?.id, email: first?.email }).toEqual(first);
    // No email is sent before the request is answered.
    expect(mails).toHaveLength(sentBefore);
    await sendRequestedEmails(ctx);
    expect(mails.slice(sentBefore).map(({ to }) => to)).toEqual([person.email]);
    expect(await ctx.db.$count(requestedEmails)).toBe(0);
  },
);

test('three nodes together send each requested email once', async () => {
  const { ctx, mails } = createMailingCtx();
  const people = Array.from({ length: 25 }, generateRegistration);
  for (const person of people) await register(ctx, person);
  await Promise.all([1, 2, 3].map(() => sendRequestedEmails(ctx)));
  expect(mails.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
});

/** A request of a new account, and a mailer that fails until `repair` is called. */
async function createFailingMailer() {
  const { ctx, mails } = createMailingCtx();
  const { mailer } = ctx.accounts;
  await register(ctx, generateRegistration());
  const send = vi.fn(() => Promise.reject(new Error('no connection')));
  const log = { ...ctx.log, error: vi.fn() };
  const failing = { ...ctx, log, accounts: { ...ctx.accounts, mailer: { ...mailer, send } } };
  return { failing, working: ctx, mails, send, log };
}

test('an email that could not be sent is tried again later, and sent once', async () => {
  const { failing, working, mails, send } = await createFailingMailer();
  await sendRequestedEmails(failing);
  await sendRequestedEmails(failing);
  expect(send).toHaveBeenCalledTimes(1);
  working.testClock.advance(emailRequestConstants.retryMs);
  await sendRequestedEmails(working);
  await sendRequestedEmails(working);
  expect(mails).toHaveLength(1);
  expect(await working.db.$count(requestedEmails)).toBe(0);
});

test('the words of the mail server are kept with the mail, but not the texts of other errors', async () => {
  const { failing, send } = await createFailingMailer();
  const refused = 'The mail server refused the sender or the receiver.';
  const kept: (string | null | undefined)[] = [];
  for (const error of [new Error('select secret'), new MailNotSentError(refused)]) {
    send.mockRejectedValueOnce(error);
    await sendRequestedEmails(failing);
    kept.push((await failing.db.select().from(requestedEmails))[0]?.lastError);
    failing.testClock.advance(emailRequestConstants.retryMs);
  }
  expect(kept).toEqual(['An unexpected error. The log of the server has it.', refused]);
});

test('an email that fails again and again is kept as failed for a week', async () => {
  const { failing, send, log } = await createFailingMailer();
  for (let attempt = 0; attempt < emailRequestConstants.attemptsMax + 2; attempt += 1) {
    await sendRequestedEmails(failing);
    failing.testClock.advance(24 * 60 * 60 * 1000);
  }
  expect(send).toHaveBeenCalledTimes(emailRequestConstants.attemptsMax);
  expect(log.error).toHaveBeenCalledTimes(1);
  const [failed] = await failing.db.select().from(requestedEmails);
  expect(failed?.failedAt).toBeInstanceOf(Date);
  await deleteOldRows(failing);
  expect(await failing.db.$count(requestedEmails)).toBe(1);
  failing.testClock.advance(7 * 24 * 60 * 60 * 1000);
  await deleteOldRows(failing);
  expect(await failing.db.$count(requestedEmails)).toBe(0);
});

test('an email of a node that was killed while it sent is sent by another one after the lease', async () => {
  const { failing, working, mails } = await createFailingMailer();
  // The killed node neither sends nor returns.
  const started = Promise.withResolvers<void>();
  const send = () => {
    started.resolve();
    return new Promise<never>(() => {});
  };
  const { mailer } = working.accounts;
  void sendRequestedEmails({
    ...failing,
    accounts: { ...failing.accounts, mailer: { ...mailer, send } },
  });
  await started.promise;
  await sendRequestedEmails(working);
  expect(mails).toHaveLength(0);
  working.testClock.advance(emailRequestConstants.leaseMs);
  await sendRequestedEmails(working);
  expect(mails).toHaveLength(1);
});

test('an account that could not be created requests no email', async () => {
  const { ctx } = createMailingCtx();
  const person = generateRegistration();
  await register(ctx, person);
  await ctx.db.delete(requestedEmails);
  await expect(register(ctx, { ...person, email: 'other@example.test' })).rejects.toThrow();
  expect(await ctx.db.$count(requestedEmails)).toBe(0);
});
