import { afterEach, expect, test, vi } from 'vitest';
import { emailRequests } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { resendEmailConfirmation } from '../api-clients/credentials/resend-email-confirmation.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { register } from '../registration/register.ts';
import { sendRequestedEmails } from './send-requested-emails.ts';

const database = useDatabase();
afterEach(async () => void (await database.db.delete(emailRequests)));

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
    const rows = await ctx.db.select().from(emailRequests).orderBy(emailRequests.id);
    const [first, second] = rows;
    expect(rows).toHaveLength(2);
    expect({ ...second, id: first?.id, email: first?.email }).toEqual(first);
    // No email is sent before the request is answered.
    expect(mails).toHaveLength(sentBefore);
    await sendRequestedEmails(ctx);
    expect(mails.slice(sentBefore).map(({ to }) => to)).toEqual([person.email]);
    expect(await ctx.db.$count(emailRequests)).toBe(0);
  },
);

test('three nodes together send each requested email once', async () => {
  const { ctx, mails } = createMailingCtx();
  const people = Array.from({ length: 25 }, generateRegistration);
  for (const person of people) await register(ctx, person);
  await Promise.all([1, 2, 3].map(() => sendRequestedEmails(ctx)));
  expect(mails.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
});
