import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { users } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/admin/registration';
const newPath = `${path}/new-invitation`;

async function createReader(role: Role) {
  const web = createWeb(database.db);
  const { id } = await createPlayer(database.db, { role });
  return { web, reader: await createSignedInVisitor(web, id) };
}

describe('the administration of the registration', () => {
  it.each(['guest', 'player', 'moderator'] as const)('does not exist for a %s', async (role) => {
    const { reader } = await createReader(role);
    for (const page of ['/admin', path, `${path}.data`, newPath]) {
      expect((await reader.get(page)).status).toBe(404);
    }
    const closed = await reader.post(path, { intent: 'mode', registration: 'closed' });
    expect(closed.status).toBe(404);
    const created = await reader.post(newPath, { note: '', days: '7', uses: '1' });
    expect(created.status).toBe(404);
  });

  it('does not exist for a visitor, whose forms lead to the login', async () => {
    const visitor = createWeb(database.db).visit();
    expect((await visitor.get(path)).status).toBe(404);
    const closed = await visitor.post(path, { intent: 'mode', registration: 'closed' });
    expect(closed.headers.get('Location')).toMatch(/^\/login/);
  });

  it('invites a player, from the form of the admin to the registration', async () => {
    const { web, reader: admin } = await createReader('admin');
    expect(await textOf(await admin.get(path))).toContain('There are no invitations.');
    const saved = await admin.post(path, { intent: 'mode', registration: 'invitation' });
    expect(await textOf(saved)).toContain('Saved. It holds from now on.');

    const created = await textOf(await admin.post(newPath, { note: 'Ada', days: '7', uses: '1' }));
    const [, code = ''] = /register\?invitation=([\w-]+)/.exec(created) ?? [];
    expect(code).toHaveLength(43);
    const list = await textOf(await admin.get(path));
    expect(list).toContain('Ada');
    expect(list).not.toContain(code);

    const html = await (await admin.get(path)).text();
    expect(html).not.toContain('value="withdraw"');
    const [, id = ''] = /\?withdraw=([^"]+)"/.exec(html) ?? [];
    const question = await (await admin.get(`${path}?withdraw=${id}`)).text();
    expect(question).toContain('Withdraw this invitation?');
    expect(question).toContain(`name="id" value="${id}"`);

    const visitor = web.visit();
    const page = await (await visitor.get(`/register?invitation=${code}`)).text();
    expect(page).toContain(`value="${code}"`);
    const username = `p-${randomUUID().slice(0, 8)}`;
    const fields = { username, password: 'correct horse', email: `${username}@example.test` };
    const refused = await visitor.post('/register', { ...fields, invitation: '' });
    expect(refused.status).toBe(403);
    expect(await textOf(refused)).toContain('You need an invitation to join this site.');
    await visitor.post('/register', { ...fields, invitation: code });
    expect(await database.db.$count(users, eq(users.username, username))).toBe(1);

    const undone = await (await admin.get(path)).text();
    const [, change = ''] =
      /value="undo"\/><input type="hidden" name="id" value="([^"]+)"/.exec(undone) ?? [];
    const answer = await admin.post(path, { intent: 'undo', id: change });
    expect(await textOf(answer)).toContain('The change is undone.');
    expect(await (await web.visit().get('/register')).text()).not.toContain('name="invitation"');
  });

  it('offers the registration and guest logins only where the mode allows them', async () => {
    const { web, reader: admin } = await createReader('admin');
    const readPages = async () => {
      const visitor = web.visit();
      const pages = ['/login', '/register', '/about'].map(async (url) =>
        (await visitor.get(url)).text(),
      );
      return Promise.all(pages);
    };
    const [openLogin = ''] = await readPages();
    expect(openLogin).toContain('Login as Guest');

    await admin.post(path, { intent: 'mode', registration: 'invitation' });
    const [login = '', register, about] = await readPages();
    expect(login).not.toContain('action="/guest"');
    expect(login).toContain('Register with an invitation');
    for (const page of [login, register]) {
      expect(page).toContain('You need an invitation to join this site.');
    }
    expect(about).toContain('href="/register"');

    await admin.post(path, { intent: 'mode', registration: 'closed' });
    // Invalidations of cached pages that follow each other closely are collected.
    await vi.waitFor(async () => {
      expect((await readPages())[0]).toContain('Nobody can register');
    });
    const closed = await readPages();
    for (const page of closed) expect(page).not.toContain('href="/register');
    for (const page of closed.slice(0, 2)) {
      expect(page).toContain('Nobody can register on this site at the moment.');
      expect(page).not.toContain('action="/guest"');
    }
    const { reader: guest } = await createReader('guest');
    const profile = await (await guest.get('/profile')).text();
    expect(profile).toContain('Nobody can register on this site at the moment.');
    expect(profile).not.toContain('href="/register');
    await admin.post(path, { intent: 'mode', registration: 'open' });
  });

  it.each([
    ['a mode that does not exist', path, { intent: 'mode', registration: 'everybody' }],
    ['an intent that does not exist', path, { intent: 'rule' }],
    ['too many people', newPath, { note: '', days: '7', uses: '501' }],
    ['a time that is not offered', newPath, { note: '', days: '3650', uses: '1' }],
    ['a note that is too long', newPath, { note: 'x'.repeat(101), days: '7', uses: '1' }],
  ])('refuses %s', async (_, url, fields) => {
    const { reader } = await createReader('admin');
    expect((await reader.post(url, fields)).status).toBe(400);
  });
});
