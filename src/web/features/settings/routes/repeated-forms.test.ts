import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  accountErasures,
  accounts,
  apiKeys,
  emailChanges,
  passkeys,
  recoveryCodes,
  signOnIdentities,
  totpFactors,
  users,
} from '#database/schema.ts';
import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createFullAccount } from '#test/fixtures/full-account.ts';
import { registerOnWeb } from '#test/fixtures/registered-visitor.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSignOn } from '#test/fixtures/sign-on.ts';
import { generateCode } from '#test/fixtures/two-factor.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase({ max: 20 });

/** Runs `send` eight times at the same moment. Returns the answers. */
function sendAtOnce(send: (index: number) => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: 8 }, (_, index) => send(index)));
}

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).toSorted();

async function findId(username: string): Promise<string> {
  const [account] = await database.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.displayUsername, username));
  return account?.id ?? '';
}

test('of many requested emails at the same moment the link of one works, once', async () => {
  const { web, visitor, person } = await registerOnWeb(database.db);
  web.ctx.accounts.mailer = { ...web.ctx.accounts.mailer, canDeliver: true };
  await sendAtOnce((index) =>
    visitor.post('/settings/account/email', { email: `${index}-${person.email}` }),
  );
  const userId = await findId(person.username);
  expect(await database.db.$count(emailChanges, eq(emailChanges.userId, userId))).toBe(1);
  web.ctx.mails.length = 0;
  await sendRequestedEmails(web.ctx);
  const links = web.ctx.mails.flatMap(
    ({ text }) => /\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? [],
  );
  expect(links).toHaveLength(1);
  const path = '/settings/account/email/confirm';
  const answers = await sendAtOnce(() => web.visit().post(path, { token: links[0] ?? '' }));
  expect(statusesOf(answers)).toEqual([200, ...Array(7).fill(400)]);
});

test('a password form that is sent again does nothing, also with its own session', async () => {
  const { web, visitor, person } = await registerOnWeb(database.db);
  const former = web.visit();
  former.cookie = visitor.cookie;
  const form = { currentPassword: person.password, password: 'battery staple' };
  const path = '/settings/account/password';
  expect((await visitor.post(path, form)).status).toBe(302);
  expect((await visitor.post(path, form)).status).toBe(403);
  expect((await former.post(path, form)).headers.get('Location')).toContain('/login');
  const login = web.visit();
  await login.post('/login', { username: person.username, password: form.password });
  expect(login.cookie).not.toBeNull();
});

test('a set-up of an app is confirmed once, and its code does not work again', async () => {
  const { web, visitor, person, clock } = await registerOnWeb(database.db);
  const path = '/settings/security/authenticator';
  await visitor.post(path, { intent: 'start' });
  const html = await (await visitor.get(path)).text();
  const secret = (/select-all">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
  const code = generateCode(secret, clock.now());
  const answers = await sendAtOnce(() => visitor.post(path, { intent: 'confirm', code }));
  const texts = await Promise.all(answers.map(textOf));
  expect(texts.filter((text) => text.includes('Two-factor authentication is on'))).toHaveLength(1);
  const userId = await findId(person.username);
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  expect(await database.db.$count(recoveryCodes, unused)).toBe(factorConstants.recoveryCodes);
  // Somebody who saw the code and knows the password cannot use it for a login.
  const thief = web.visit();
  await thief.post('/login', { username: person.username, password: person.password });
  expect((await thief.post('/login/factor', { code })).status).toBe(401);
  expect(thief.cookie).toBeNull();
});

test('many requests for API keys at the same moment do not exceed the limit', async () => {
  const { visitor, person } = await registerOnWeb(database.db);
  const send = () =>
    visitor.post('/settings/applications/new-key', { name: 'robot', key: randomUUID() });
  for (let round = 0; round < 3; round += 1) await sendAtOnce(send);
  const own = eq(apiKeys.accountId, await findId(person.username));
  expect(await database.db.$count(apiKeys, own)).toBe(apiSessionConstants.apiKeysPerAccount);
});

test('the last two ways to log in are not both removed at the same moment', async () => {
  const signOn = createSignOn({ issuer: 'https://id.example/' });
  const web = createWeb(database.db, { accounts: { signOn } });
  const { player } = await createFullAccount(database.db);
  const { db } = database;
  await db.delete(totpFactors).where(eq(totpFactors.userId, player.id));
  await db.delete(accounts).where(eq(accounts.userId, player.id));
  const [[passkey], [identity]] = await Promise.all([
    db.select().from(passkeys).where(eq(passkeys.userId, player.id)),
    db.select().from(signOnIdentities).where(eq(signOnIdentities.userId, player.id)),
  ]);
  const browser = await createSignedInVisitor(web, player.id);
  await sendAtOnce((index) =>
    index % 2 === 0
      ? browser.post('/settings/security', {
          intent: 'remove-passkey',
          passkey: passkey?.id ?? '',
        })
      : browser.post('/settings/security/sign-on', { identity: identity?.id ?? '' }),
  );
  const left = await Promise.all([
    db.$count(passkeys, eq(passkeys.userId, player.id)),
    db.$count(signOnIdentities, eq(signOnIdentities.userId, player.id)),
  ]);
  expect(left.toSorted()).toEqual([0, 1]);
});

test('an account is deleted once, and the form does nothing for who registers later', async () => {
  const { web, visitor, person, logIn } = await registerOnWeb(database.db);
  const [second, userId] = await Promise.all([logIn(), findId(person.username)]);
  const form = { intent: 'delete', username: person.username };
  const answers = await sendAtOnce((index) =>
    (index % 2 === 0 ? visitor : second).post('/settings/data', form),
  );
  const deleted = answers.filter(
    ({ headers }) => headers.get('Location') === '/settings/data/deleted',
  );
  expect(deleted).toHaveLength(1);
  expect(await database.db.$count(accountErasures, eq(accountErasures.userId, userId))).toBe(1);
  const next = await registerOnWeb(database.db);
  const replayed = web.visit();
  replayed.cookie = second.cookie;
  const answer = await replayed.post('/settings/data', { ...form, username: next.person.username });
  expect(answer.headers.get('Location')).toBe('/login?next=%2Fsettings%2Fdata');
  expect((await next.visitor.get('/profile')).status).toBe(200);
});
