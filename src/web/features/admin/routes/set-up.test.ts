import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import { createSetUpLink } from '#domain/administration/set-up-site.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

it('the set-up link leads from an empty site to its administration, and ends with that', async () => {
  const web = createWeb(database.db);
  const token = await createSetUpLink(web.ctx);
  const path = `/set-up?token=${token}`;
  const [visitor, other] = [web.visit(), web.visit()];
  const page = await visitor.get(path);
  const html = await page.text();
  expect(html).toContain(`name="token" value="${token}"`);
  expect(html).toContain('content="same-origin"');
  expect(page.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await (await other.get('/set-up?token=guess')).text()).toContain('cannot be used');

  const username = `p-${randomUUID().slice(0, 8)}`;
  const fields = {
    token: token ?? '',
    name: 'Chess Club',
    username,
    email: `${username}@example.test`,
    password: 'correct horse',
    registration: 'closed',
  };
  for (const wrong of [{ name: '' }, { password: 'short' }, { registration: 'all' }]) {
    expect((await other.post('/set-up', { ...fields, ...wrong })).status).toBe(400);
  }
  const answer = await visitor.post('/set-up', fields);
  expect(answer.headers.get('Location')).toBe('/admin');
  expect(await textOf(await visitor.get('/admin'))).toContain('Administration');
  expect(await (await other.get('/register')).text()).toContain('· Chess Club</title>');

  expect(await textOf(await other.get(path))).toContain('This link cannot be used');
  const again = { ...fields, username: 'p-other', email: 'other@example.test' };
  const refused = await other.post('/set-up', again);
  expect(refused.status).toBe(400);
  expect(await textOf(refused)).toContain('This link cannot be used any more.');
  expect(await database.db.$count(users, eq(users.role, 'admin'))).toBe(1);
});
