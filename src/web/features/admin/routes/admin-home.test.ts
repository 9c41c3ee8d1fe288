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

it('leads an admin to every section, each with its own heading, and a catalog editor to those that exist for editors', async () => {
  const admin = await readHomeAs({ role: 'admin' });
  expect(admin.paths).toEqual(adminSections.map(({ to }) => to));
  const headings = new Set<string>();
  for (const path of ['/admin', ...admin.paths]) {
    const response = await admin.reader.get(path);
    expect(response.status).toBe(200);
    const html = await response.text();
    const heading = /<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.[1] ?? '';
    expect(html).toContain(`<title>${heading} · Guildhall</title>`);
    headings.add(heading);
  }
  expect(headings.size).toBe(adminSections.length + 1);

  const editor = await readHomeAs({ furtherRoles: [catalogEditor] });
  expect(editor.paths).toEqual(['/admin/games']);
  for (const { to, onlyAdmins } of adminSections) {
    expect((await editor.reader.get(to)).status).toBe(onlyAdmins ? 404 : 200);
  }
});
