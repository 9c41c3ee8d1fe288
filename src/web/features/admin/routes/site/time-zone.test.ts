import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { gameSales, siteSettings } from '#database/schema.ts';
import { readSiteSetting } from '#domain/site/read-site-settings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

it('a sale is typed and shown in the time zone of the site, also in summer', async () => {
  const { db } = database;
  const { id } = await createPlayer(db, { role: 'admin' });
  const admin = await createSignedInVisitor(createWeb(db), id);
  const gameId = await createGameOfSite(await createEditorCtx(createTestCtx(db)));
  const path = `/admin/games/${gameId}`;
  expect(await textOf(await admin.get(path))).toContain('Starts (UTC)');

  const save = (timeZone: string) => admin.post('/admin/site', { intent: 'time-zone', timeZone });
  expect((await save('Mars/Base')).status).toBe(400);
  await save('America/New_York');
  expect(await readSiteSetting(db, 'timeZone')).toBe('America/New_York');

  const times = { startsAt: '2026-07-01T20:30', endsAt: '2026-12-01T20:30' };
  await admin.post(path, { intent: 'add-sale', salePrice: '1', ...times });
  const [sale] = await db.select().from(gameSales).where(eq(gameSales.gameId, gameId));
  expect(sale?.startsAt.toISOString()).toBe('2026-07-02T00:30:00.000Z');
  expect(sale?.endsAt.toISOString()).toBe('2026-12-02T01:30:00.000Z');
  const text = await textOf(await admin.get(path));
  expect(text).toContain('Starts (America/New York)');
  expect(text).toMatch(/from Jul 1, 2026, 8:30\sPM to Dec 1, 2026, 8:30\sPM/);
  await db.delete(siteSettings);
});
