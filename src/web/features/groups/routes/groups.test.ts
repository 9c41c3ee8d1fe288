import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { groupMembers, groups } from '#database/schema.ts';
import { catalogEditor, type Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function createSite() {
  const web = createWeb(database.db);
  const enter = async (role: Role) => {
    const { id, username } = await createPlayer(database.db, { role });
    return { ...(await createSignedInVisitor(web, id)), username };
  };
  const admin = await enter('admin');
  const make = async (fields: Record<string, string> = {}) => {
    const name = `Class ${randomUUID().slice(0, 8)}`;
    const facts = { name, description: 'Mondays', joining: 'request', membersShownTo: 'members' };
    const made = await admin.post('/admin/groups/new', { ...facts, ...fields });
    const id = (made.headers.get('Location') ?? '').split('/').at(-1) ?? '';
    return { id, name, path: `/groups/${id}`, adminPath: `/admin/groups/${id}` };
  };
  return { web, enter, admin, make };
}

it('lets a player ask, a leader accept, and the member leave after a question', async () => {
  const { web, enter, admin, make } = await createSite();
  const { name, path, adminPath } = await make();
  const [leader, player] = [await enter('player'), await enter('player')];
  expect(await textOf(await admin.get('/admin/groups'))).toContain(name);
  for (const intent of ['add', 'lead'])
    await admin.post(adminPath, { intent, username: leader.username });
  expect(await textOf(await player.get(`/groups?q=${name}`))).toContain('By request');
  expect(await textOf(await player.get(path))).toContain('Only members see who is in it.');
  expect(await textOf(await player.post(path, { intent: 'ask' }))).toContain('You asked to join.');
  await web.ctx.notifier.flush();
  const username = player.username;
  expect((await player.post(path, { intent: 'accept', username })).status).toBe(403);
  expect(await textOf(await leader.get('/profile/notification'))).toContain(`asks to join ${name}`);
  expect(await textOf(await leader.get(path))).toContain(username);
  const accepted = await leader.post(path, { intent: 'accept', username });
  expect(await textOf(accepted)).toContain(`${username} is a member now.`);
  await web.ctx.notifier.flush();
  const seen = await textOf(await player.get(path));
  expect(seen).toContain(leader.username);
  expect(await textOf(await player.get('/profile/notification'))).toContain('was accepted');
  expect(await textOf(await player.get(`${path}?leave`))).toContain(`Leave ${name}?`);
  expect(await textOf(await player.post(path, { intent: 'leave' }))).toContain(
    'You left the group.',
  );
  const log = await textOf(await admin.get('/admin/log'));
  for (const text of ['Group made', 'Leader of a group named', name, leader.username])
    expect(log).toContain(text);
});

it('gives its roles to its members from their next request until they leave', async () => {
  const { enter, admin, make } = await createSite();
  const { adminPath } = await make();
  const player = await enter('player');
  await admin.post(adminPath, { intent: 'add', username: player.username });
  expect((await player.get('/admin/games')).status).toBe(404);
  const roles = { intent: 'roles', role: catalogEditor };
  expect((await admin.post(adminPath, roles)).status).toBe(200);
  expect((await player.get('/admin/games')).status).toBe(200);
  expect(await textOf(await admin.get(`/admin/people?role=${catalogEditor}`))).toContain(
    player.username,
  );
  await admin.post(adminPath, { intent: 'remove', username: player.username });
  expect((await player.get('/admin/games')).status).toBe(404);
});

it('keeps what was typed with an error at its field, and asks before it deletes', async () => {
  const { admin, make } = await createSite();
  const { id, name, adminPath } = await make();
  const again = await admin.post('/admin/groups/new', {
    ...{ name, description: 'Kept', joining: 'self', membersShownTo: 'everyone' },
  });
  expect(again.status).toBe(409);
  const html = await again.text();
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('Kept');
  expect(await textOf(await admin.get(`${adminPath}?delete`))).toContain(`Delete ${name}?`);
  const deleted = await admin.post(adminPath, { intent: 'delete' });
  expect(deleted.headers.get('Location')).toBe('/admin/groups?deleted');
  expect(await database.db.$count(groups, eq(groups.id, id))).toBe(0);
});

it('shows guests the groups but lets them into none, and visitors to the login', async () => {
  const { web, enter, make } = await createSite();
  const { id, path } = await make({ joining: 'self' });
  const guest = await enter('guest');
  expect(await textOf(await guest.get(path))).toContain('Guests cannot join.');
  expect((await guest.post(path, { intent: 'join' })).status).toBe(403);
  expect(await database.db.$count(groupMembers, eq(groupMembers.groupId, id))).toBe(0);
  const visitor = web.visit();
  for (const page of ['/groups', path])
    expect((await visitor.get(page)).headers.get('Location')).toContain('/login');
});
