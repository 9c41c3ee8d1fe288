import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/admin/people-import';
const password = 'correct horse battery';

async function createReader(role: Role) {
  const web = createWeb(database.db);
  const { id } = await createPlayer(database.db, { role });
  const reader = await createSignedInVisitor(web, id);
  const send = (content: string, intent: 'check' | 'import') => {
    const body = new FormData();
    body.append('file', new File([content], 'class-7b.csv'));
    body.append('intent', intent);
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return reader.send(path, { method: 'POST', body, headers });
  };
  return { web, reader, send };
}

it('checks a file, names what is wrong, and makes the accounts, without showing a password', async () => {
  const { web, reader, send } = await createReader('admin');
  expect(await textOf(await reader.get('/admin/people'))).toContain('Import people');
  const name = `pupil-${randomUUID().slice(0, 8)}`;
  const header = 'username,name,email,password\n';
  const good = `${name},,${name}@example.test,${password}\n`;
  const wrong = await (await send(`${header}${good}ab,,nobody,${password}`, 'import')).text();
  expect(wrong).toContain('Nothing was written. Correct the file and try again.');
  expect(wrong).toContain('Use at least 3 characters.');
  const checked = await (await send(header + good, 'check')).text();
  expect(checked).toContain('Nothing was written yet. The file can be imported.');
  expect(await database.db.$count(users, eq(users.username, name))).toBe(0);
  const done = await (await send(header + good, 'import')).text();
  expect(done).toContain('Their accounts are made.');
  for (const html of [wrong, checked, done]) expect(html).not.toContain(password);
  const pupil = web.visit();
  const login = await pupil.post('/login', { username: name, password });
  expect(login.headers.get('Location')).toBe('/');
  expect(await textOf(await reader.get('/admin/log'))).toContain('People imported');
});

it.each(['guest', 'player', 'moderator'] as const)('does not exist for a %s', async (role) => {
  const { reader, send } = await createReader(role);
  expect((await reader.get(path)).status).toBe(404);
  const before = await database.db.$count(users);
  const answer = await send(`username,email,password\nabc,a@example.test,${password}`, 'import');
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await database.db.$count(users)).toBe(before);
});
