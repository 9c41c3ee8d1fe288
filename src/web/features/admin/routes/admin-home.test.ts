import { expect, it } from 'vitest';
import { auditRuns, requestedEmails, siteSettings, totpFactors } from '#database/schema.ts';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { adminSections } from '../admin-sections.ts';

const database = useDatabase();

async function readHomeAs(account: Parameters<typeof createPlayer>[1]) {
  const { id } = await createPlayer(database.db, account);
  const reader = await createSignedInVisitor(createWeb(database.db), id);
  const html = await (await reader.get('/admin')).text();
  return {
    reader,
    html,
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
  expect(editor.html).not.toContain('Open reports');
  for (const { to, right } of adminSections) {
    expect((await editor.reader.get(to)).status).toBe(right === 'edit-catalog' ? 200 : 404);
  }
});

it('shows an admin figures, and warns of what the site of a new owner lacks until it is done', async () => {
  const { db } = database;
  const { id } = await createPlayer(db, { role: 'admin' });
  const readAs = async (operations = {}) => {
    const web = createWeb(db, { operations: { ...noServerOperations, ...operations } });
    web.ctx.accounts.mailer = { ...web.ctx.accounts.mailer, canDeliver: true };
    const admin = await createSignedInVisitor(web, id);
    return { home: await textOf(await admin.get('/admin')), admin };
  };
  await db.insert(requestedEmails).values({
    kind: 'reset',
    email: 'ada@guild.example',
    failedAt: new Date(),
  });
  const violation = { rule: 'balances', description: 'Of a balance.', count: 1, rows: [] };
  await db.insert(auditRuns).values({
    state: 'done',
    createdAt: new Date(),
    startedAt: new Date(),
    finishedAt: new Date(),
    rules: 1,
    violations: [violation],
  });
  const newSite = {
    backups: { ...noServerOperations.backups, includesDatabase: true },
    readDisk: async () => ({ free: 1_000_000_000, total: 80_000_000_000 }),
  };
  const { home, admin } = await readAs(newSite);
  expect(home).toMatch(/People People: [1-9]/);
  expect(home).toContain('Open reports: 0 Nothing waits');
  const asked = [
    'The last audit found one broken rule',
    'The disk is almost full',
    'There is no backup',
    'No backup is made by itself',
    'no second factor',
    'One mail was not sent',
    'Nobody has chosen the prices',
    'The site has no name of its own',
  ];
  const health = await textOf(await admin.get('/admin/health'));
  for (const title of asked) {
    expect(home).toContain(title);
    expect(health).toContain(title);
  }

  await db.delete(requestedEmails);
  await db.delete(auditRuns);
  await db.insert(siteSettings).values([
    { key: 'gamePrice', value: 500 },
    { key: 'name', value: 'Chess club' },
  ]);
  await db.insert(totpFactors).values(
    (await db.query.users.findMany({ where: (user, { eq }) => eq(user.role, 'admin') })).map(
      (user) => ({
        userId: user.id,
        secret: 'sealed',
        keyId: createWeb(db).ctx.encryption.keyIds[0] ?? '',
        createdAt: new Date(),
        confirmedAt: new Date(),
      }),
    ),
  );
  const done = await readAs({ readDisk: async () => ({ free: 5e10, total: 8e10 }) });
  expect(done.home).toContain('The site is healthy.');
  expect(await textOf(await done.admin.get('/admin/health'))).toContain('Yes. There is nothing');
});
