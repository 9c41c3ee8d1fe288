import { afterEach, expect, test, vi } from 'vitest';
import { mailRequests } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { resendConfirmation } from '../api-clients/resend-confirmation.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { register } from '../registration/register.ts';
import { sendRequestedMails } from './send-requested-emails.ts';

const database = useDatabase();
afterEach(async () => void (await database.db.delete(mailRequests)));

function mailingCtx() {
  const mails: { to: string; text: string }[] = [];
  const mailer = {
    delivers: true,
    send: async (mail: (typeof mails)[number]) => void mails.push(mail),
  };
  return { ctx: createTestCtx(database.db, { mailer }), mails };
}

/** The statements that `work` sends to the database, without what they are filled with. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
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
  ['a confirmation', resendConfirmation],
])('asking for %s does the same for an address with and without an account', async (_, ask) => {
  const { ctx, mails } = mailingCtx();
  const person = newcomer();
  await register(ctx, person);
  await sendRequestedMails(ctx);
  const [known, unknown] = [{ email: person.email }, { email: 'nobody@example.test' }];
  const sentBefore = mails.length;
  const statements = await statementsOf(() => ask(ctx, known));
  expect(statements).toHaveLength(1);
  expect(await statementsOf(() => ask(ctx, unknown))).toEqual(statements);
  const rows = await ctx.db.select().from(mailRequests).orderBy(mailRequests.id);
  const [first, second] = rows;
  expect(rows).toHaveLength(2);
  expect({ ...second, id: first?.id, email: first?.email }).toEqual(first);
  // Nothing is mailed before the answer.
  expect(mails).toHaveLength(sentBefore);
  await sendRequestedMails(ctx);
  expect(mails.slice(sentBefore).map(({ to }) => to)).toEqual([person.email]);
  expect(await ctx.db.$count(mailRequests)).toBe(0);
});

test('two nodes send a requested mail once', async () => {
  const { ctx, mails } = mailingCtx();
  const people = Array.from({ length: 25 }, newcomer);
  for (const person of people) await register(ctx, person);
  await Promise.all([1, 2, 3].map(() => sendRequestedMails(ctx)));
  expect(mails.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
});
