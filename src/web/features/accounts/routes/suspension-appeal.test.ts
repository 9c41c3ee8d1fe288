import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { appeals } from '#database/schema.ts';
import { decideAppeal } from '#domain/moderation/appeals/decide-appeal.ts';
import { listAppeals } from '#domain/moderation/appeals/list-appeals.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { reportConstants } from '#shared/constants/moderation/reports.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase({ max: 20 });
const text = 'My brother wrote that, not I.';
const days = 60;

/** A player whom `moderator` suspended, and a visitor who is not logged in. */
async function createSuspended() {
  const { web, person } = await registerOnWeb(database.db);
  const [first, second] = await Promise.all(
    [1, 2].map(async () => ({
      ...web.ctx,
      actor: await createPlayer(database.db, { role: 'moderator' }),
    })),
  );
  if (!first || !second) throw new Error('There are no moderators.');
  const { username, password } = person;
  await suspendAccount(first, { username, reason: 'Insults', days });
  const visitor = web.visit();
  const send = (fields: Record<string, string> = {}) =>
    visitor.post('/login', { username, password, intent: 'appeal', text, ...fields });
  return { web, moderator: second, visitor, username, password, send };
}

const countAppeals = () => database.db.$count(appeals, eq(appeals.text, text));

test('a suspended player appeals on the login page, and reads there what was decided', async () => {
  const { moderator, visitor, username, password, send } = await createSuspended();
  const refused = await visitor.post('/login', { username, password, intent: 'login' });
  expect(refused.status).toBe(403);
  expect(await textOf(refused)).toMatch(/Reason: Insults.*Why is the suspension wrong\?/);

  const short = await send({ text: 'No.' });
  expect(short.status).toBe(400);
  expect(await textOf(short)).toContain('Write at least 10 characters.');
  const before = await countAppeals();
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await countAppeals()).toBe(before + 1);
  const received = answers.find(({ status }) => status === 200);
  expect(received && (await textOf(received))).toContain('Your appeal was received.');
  expect(visitor.cookie).toBeNull();

  const { appeals: open } = await listAppeals(moderator, { page: 1 });
  const mine = open.find(({ player }) => player === username);
  expect(mine).toMatchObject({ text, act: 'suspend' });
  await decideAppeal(moderator, {
    appealId: mine?.id ?? '',
    outcome: 'upheld',
    answer: 'It was your device.',
  });
  const again = await send();
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain('The suspension stands. It was your device.');
});

test('nobody appeals for somebody else, without a suspension, or after its time', async () => {
  const { web, visitor, send } = await createSuspended();
  const before = await countAppeals();
  const wrong = await send({ password: 'not the password' });
  expect(wrong.status).toBe(401);
  expect(await textOf(wrong)).not.toContain('Insults');
  const other = await registerOnWeb(database.db);
  const free = await visitor.post('/login', {
    username: other.person.username,
    password: other.person.password,
    intent: 'appeal',
    text,
  });
  expect([free.status, await textOf(free)]).toEqual([
    404,
    expect.stringContaining('This account is not suspended. Log in.'),
  ]);
  web.ctx.testClock.advance(reportConstants.appealMs);
  const late = await send();
  expect(await textOf(late)).toContain('The time for an appeal is over.');
  expect(await countAppeals()).toBe(before);
});
