import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  dataExports,
  moderationLog,
  passkeys,
  users,
  verifications,
  wallets,
} from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const reason = 'The owner asked for it.';

async function createReader(role: Role) {
  const web = createWeb(database.db);
  const { id, username } = await createPlayer(database.db, { role });
  return { web, username, reader: await createSignedInVisitor(web, id) };
}

async function isAdmin(username: string) {
  const found = eq(users.username, username.toLowerCase());
  const [account] = await database.db.select({ role: users.role }).from(users).where(found);
  return account?.role === 'admin';
}

const intents = [
  'reset-link',
  'remove-factors',
  'export',
  'make-admin',
  'take-admin',
  'give-money',
  'take-money',
  'delete',
  'unknown',
];

/** What the forms can change of an account, and the number of its entries in the moderation log. */
async function readAccount(id: string) {
  const { db } = database;
  const [account] = await db.select().from(users).where(eq(users.id, id));
  return {
    account,
    links: await db.$count(verifications, eq(verifications.value, id)),
    exports: await db.$count(dataExports, eq(dataExports.userId, id)),
    money: await db.select().from(wallets).where(eq(wallets.userId, id)),
    log: await db.$count(moderationLog, eq(moderationLog.targetId, id)),
  };
}

describe('the pages about people', () => {
  it.each(['guest', 'player', 'moderator'] as const)('do not exist for a %s', async (role) => {
    const { reader } = await createReader(role);
    const { username } = await createPlayer(database.db);
    const page = `/admin/people/${username}`;
    for (const path of ['/admin/people', '/admin/people.data', page, `${page}.data`]) {
      expect((await reader.get(path)).status).toBe(404);
    }
    const forged = await reader.post(page, { intent: 'make-admin', reason });
    expect([forged.status, await isAdmin(username)]).toEqual([404, false]);
  });

  it.each(['visitor', 'guest', 'player', 'moderator'] as const)(
    'change nothing by the forged forms of a %s',
    async (role) => {
      const { web, reader } = await createReader(role === 'visitor' ? 'player' : role);
      const sender = role === 'visitor' ? web.visit() : reader;
      for (const targetRole of ['player', 'admin'] as const) {
        const { id, username } = await createPlayer(database.db, { role: targetRole });
        const before = await readAccount(id);
        for (const intent of intents) {
          const money = { amount: '1.00', key: randomUUID() };
          const form = { intent, reason, typed: username, removesTexts: 'yes', ...money };
          const { status } = await sender.post(`/admin/people/${username}`, form);
          if (role !== 'visitor') expect(status).toBe(404);
        }
        expect(await readAccount(id)).toEqual(before);
      }
    },
  );

  it('let an admin take the role of another one, and nothing else', async () => {
    const { reader, username: own } = await createReader('admin');
    const { id, username } = await createPlayer(database.db, { role: 'admin' });
    const before = await readAccount(id);
    for (const intent of intents.filter((intent) => intent !== 'take-admin')) {
      for (const name of [username, own]) {
        const form = { intent, reason, typed: name, amount: '1.00', key: randomUUID() };
        const { status } = await reader.post(`/admin/people/${name}`, form);
        expect([status >= 400, status >= 500]).toEqual([true, false]);
      }
    }
    expect(await readAccount(id)).toEqual(before);
    const taken = await reader.post(`/admin/people/${username}`, { intent: 'take-admin', reason });
    expect([taken.status, await isAdmin(username)]).toEqual([200, false]);
  });

  it('search for signs and long texts, and lead to the last page', async () => {
    const { reader } = await createReader('admin');
    for (const q of ['%', '_%_', '\\', "'", '\u0000', '🙂', '%25%5f']) {
      const page = await reader.get(`/admin/people?q=${encodeURIComponent(q)}`);
      expect(page.status).toBe(200);
    }
    const long = await reader.get(`/admin/people?q=${'x'.repeat(5000)}`);
    expect(long.status).toBeLessThan(400);
    for (const number of ['2', '400']) {
      const far = await reader.get(`/admin/people?q=nobody&page=${number}`);
      expect(far.headers.get('Location')).toBe('/admin/people?q=nobody');
    }
    for (const number of ['0', '-1', '1e9', 'x', '401']) {
      expect((await reader.get(`/admin/people?page=${number}`)).status).toBeLessThan(400);
    }
  });

  it.each(['make-admin', 'export', 'remove-factors', 'delete'])(
    'act once when the form to %s is sent several times at once, and again',
    async (intent) => {
      const { reader } = await createReader('admin');
      const { id, username } = await createPlayer(database.db);
      await database.db.insert(passkeys).values({
        userId: id,
        credentialId: id,
        publicKey: id,
        counter: 0,
        name: 'Phone',
        createdAt: new Date(),
      });
      const page = `/admin/people/${username}`;
      const form = { intent, reason, typed: username };
      const send = () => reader.post(page, form);
      const answers = await Promise.all([send(), send(), send()]);
      answers.push(await send());
      const rejected = answers.filter(({ status }) => status >= 400);
      expect([rejected.length, (await readAccount(id)).log]).toEqual([3, 1]);
      expect(rejected.every(({ status }) => status < 500)).toBe(true);
    },
  );

  it('find an account and show its facts', async () => {
    const { reader } = await createReader('admin');
    const { username } = await createPlayer(database.db);
    const list = await textOf(await reader.get(`/admin/people?q=${username}`));
    expect(list).toContain('1 account');
    expect(list).toContain(`${username.toLowerCase()}@example.test`);
    expect(await textOf(await reader.get('/admin/people?q=nobody%25'))).toContain(
      'Nobody was found.',
    );
    const page = await textOf(await reader.get(`/admin/people/${username}`));
    expect(page).toContain('In good standing');
    expect((await reader.get('/admin/people/nobody')).status).toBe(404);
  });

  it('show a reset link once, and without a fresh proof no form', async () => {
    const { reader, web } = await createReader('admin');
    const { username } = await createPlayer(database.db);
    const page = `/admin/people/${username}`;
    const answer = await (await reader.post(page, { intent: 'reset-link', reason })).text();
    const token = /reset-password\?token=([\w-]+)/.exec(answer)?.[1];
    expect(token).toBeDefined();
    expect(await (await reader.get(page)).text()).not.toContain(token);
    const link = await web.visit().get(`/reset-password?token=${token}`);
    expect(await textOf(link)).toContain('Choose a new password');
    web.ctx.testClock.advance(proofConstants.freshMs);
    const old = await reader.get(page);
    expect(await textOf(old.clone())).toContain('Confirm that it is you');
    expect(await old.text()).not.toContain('name="reason"');
    const late = await reader.post(page, { intent: 'make-admin', reason });
    expect([late.status, await isAdmin(username)]).toEqual([403, false]);
  });

  it('delete an account after its username was typed', async () => {
    const { reader } = await createReader('admin');
    const { username } = await createPlayer(database.db);
    const page = `/admin/people/${username}`;
    const wrong = await reader.post(page, { intent: 'delete', reason, typed: 'ada' });
    expect(await textOf(wrong)).toContain('This is not the username of the account.');
    const deleted = await reader.post(page, { intent: 'delete', reason, typed: username });
    expect(deleted.headers.get('Location')).toBe('/admin/people?deleted');
    expect((await reader.get(page)).status).toBe(404);
  });

  it('give and take money once, keep a wrong amount, and show the balance', async () => {
    const { reader } = await createReader('admin');
    const { id, username } = await createPlayer(database.db, { balance: 10_00 });
    const page = `/admin/people/${username}`;
    const balanceOf = async () => (await readAccount(id)).money[0]?.balance;
    const form = { intent: 'take-money', reason, amount: '2.50', key: randomUUID() };
    const answers = await Promise.all([reader.post(page, form), reader.post(page, form)]);
    answers.push(await reader.post(page, form));
    for (const answer of answers) expect(await textOf(answer)).toContain('The money is taken.');
    expect(await balanceOf()).toBe(7_50);
    for (const amount of ['', '0', '-1', '1,000', '1e3', '1000.01', '7.51']) {
      const wrong = await reader.post(page, { ...form, amount, key: randomUUID() });
      expect([wrong.status >= 400, wrong.status < 500]).toEqual([true, true]);
    }
    expect((await reader.post(page, { ...form, key: 'one' })).status).toBe(400);
    const given = { ...form, intent: 'give-money', key: randomUUID() };
    expect(await textOf(await reader.post(page, given))).toContain('The money is given.');
    expect(await balanceOf()).toBe(10_00);
    expect(await textOf(await reader.get(page))).toContain('$10.00');
  });

  it('keep the last admin, and lead away one who gives up the role', async () => {
    const { reader, username } = await createReader('admin');
    await database.db.update(users).set({ role: 'player' }).where(eq(users.role, 'admin'));
    const own = eq(users.username, username.toLowerCase());
    await database.db.update(users).set({ role: 'admin' }).where(own);
    const page = `/admin/people/${username}`;
    const form = { intent: 'take-admin', reason };
    expect(await textOf(await reader.post(page, form))).toContain('A site needs an admin.');
    const next = await createPlayer(database.db);
    await reader.post(`/admin/people/${next.username}`, { intent: 'make-admin', reason });
    expect(await isAdmin(next.username)).toBe(true);
    expect((await reader.post(page, form)).headers.get('Location')).toBe('/profile');
    expect((await reader.get(page)).status).toBe(404);
  });

  it('lead to the notes of moderators, which are written and deleted there', async () => {
    const { reader } = await createReader('moderator');
    const { username } = await createPlayer(database.db);
    const page = `/profile/${username}/moderation`;
    await reader.post(page, { intent: 'add-note', text: 'Wrote <b>twice</b>.' });
    const response = await reader.get(page);
    const html = await response.clone().text();
    expect(await textOf(response)).toContain('Wrote &lt;b&gt;twice&lt;/b&gt;.');
    const noteId = new RegExp(`href="${page}\\?delete=([^"]+)"`).exec(html)?.[1] ?? '';
    expect(html).not.toContain('delete-note');
    const question = await (await reader.get(`${page}?delete=${noteId}`)).text();
    expect(question).toContain('Delete this note?');
    expect(question).toContain(`name="noteId" value="${noteId}"`);
    await reader.post(page, { intent: 'delete-note', noteId });
    expect(await (await reader.get(page)).text()).not.toContain('twice');
    const empty = await reader.post(page, { intent: 'add-note', text: ' ' });
    expect(await textOf(empty)).toContain('Write a note.');
  });
});
