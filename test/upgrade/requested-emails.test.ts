import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emailRequests, requestedEmails } from '#database/schema.ts';
import { requestEmail } from '#domain/accounts/emails/request-email.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createClock } from '../fixtures/factories.ts';
import { registerPlayer } from '../fixtures/registered-player.ts';
import type { RecordedVersion } from './recorded-version.ts';

// During a rolling update, nodes of 0.2 take every row of `email_requests`. They delete kinds that they do not
// know, or send a confirmation instead.

const database = useDatabase();
const { statements } = JSON.parse(
  readFileSync('test/upgrade/v0.2.0-statements.json', 'utf8'),
) as RecordedVersion;

/** The recorded statement that begins with the words. */
function findStatement(words: string): string {
  const found = statements.find((statement) => statement.startsWith(words));
  if (!found) throw new Error(`There is no statement that begins with ${words}`);
  return found;
}

test('a node of 0.2 takes no mail that this version requested', async () => {
  const { ctx } = await registerPlayer(database.db);
  await sendRequestedEmails(ctx);
  for (const kind of requestedEmails.kind.enumValues) {
    await requestEmail(ctx, kind, `${kind}@example.test`, ctx.actor.id);
  }
  const requested = await database.db.$count(requestedEmails);
  await database.db.$client.query(findStatement('delete from "email_requests" where'), [100]);
  expect(await database.db.$count(requestedEmails)).toBe(requested);
  expect(await database.db.$count(emailRequests)).toBe(0);
});

test('this version sends what a node of 0.2 requested', async () => {
  // Postgres sets the time of the first attempt, so the clock is the real one.
  const clock = createClock(new Date(Date.now() + 60_000).toISOString());
  const { visitor, person, mails } = await registerPlayer(database.db, { clock });
  await sendRequestedEmails(visitor);
  mails.length = 0;
  const values = ['reset', person.email, visitor.clock.now()];
  await database.db.$client.query(findStatement('insert into "email_requests"'), values);
  await sendRequestedEmails(visitor);
  expect(mails).toMatchObject([
    { to: person.email, subject: 'Choose a new password for Guildhall' },
  ]);
  expect(await database.db.$count(emailRequests)).toBe(0);
});
