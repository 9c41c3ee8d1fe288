import { expect, it } from 'vitest';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { adminSections } from '../admin-sections.ts';

const database = useDatabase();

async function readHomeAs(account: Parameters<typeof createPlayer>[1]) {
  const { id } = await createPlayer(database.db, account);
  const reader = await createSignedInVisitor(createWeb(database.db), id);
  const html = await (await reader.get('/admin')).text();
  return {
    reader,
    paths: adminSections.map(({ to }) => to).filter((to) => html.includes(`href="${to}"`)),
  };
}

it('leads an admin to every section, and a catalog editor to those that exist for editors', async () => {
  const admin = await readHomeAs({ role: 'admin' });
  expect(admin.paths).toEqual(adminSections.map(({ to }) => to));
  for (const path of admin.paths) expect((await admin.reader.get(path)).status).toBe(200);

  const editor = await readHomeAs({ furtherRoles: [catalogEditor] });
  expect(editor.paths).toEqual(['/admin/games']);
  for (const { to, onlyAdmins } of adminSections) {
    expect((await editor.reader.get(to)).status).toBe(onlyAdmins ? 404 : 200);
  }
});
