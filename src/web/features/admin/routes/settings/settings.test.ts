import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { siteSettingEntries } from '../../components/settings/site-setting-entries.ts';

const database = useDatabase();
const page = '/admin/settings';

async function openAsAdmin() {
  const operations = {
    ...noServerOperations,
    givenSettings: [
      { name: 'LOG_LEVEL', value: 'debug' },
      { name: 'SMTP_URL', value: null },
      { name: 'GAME_PRICE', value: '3.00' },
    ],
  };
  const { id } = await createPlayer(database.db, { role: 'admin' });
  return createSignedInVisitor(createWeb(database.db, { operations }), id);
}

it('shows every setting with its value, its source and whether it needs a restart', async () => {
  const admin = await openAsAdmin();
  const text = await textOf(await admin.get(page));
  for (const [, name] of readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)) {
    expect(text).toContain(` ${name} `);
  }
  expect(text).toMatch(/LOG_LEVEL fatal, error.*? debug From the environment · A change needs/);
  expect(text).toMatch(/SMTP_URL Mail server: .*? Set From the environment/);
  expect(text).toMatch(/DOWNLOADS_PER_GAME Such files .*? 10 Default · A change needs a restart/);
  expect(text).toMatch(/GAME_PRICE Price of every .*? 3\.00 From the environment · Change it/);
  await admin.post('/admin/site', {
    intent: 'prices',
    gamePrice: '4.50',
    marketFee: '',
    dailyReward: '',
    startingMoney: '',
  });
  expect(await textOf(await admin.get(page))).toMatch(/GAME_PRICE .*? 4\.50 Saved on a page/);
});

it('finds settings of the site and of the server by words', async () => {
  const admin = await openAsAdmin();
  const found = await (await admin.get(`${page}?q=FEE+market`)).text();
  expect(found).toContain('href="/admin/site#prices"');
  expect(found).toContain('MARKET_FEE_PERCENT');
  expect(found).not.toContain('LOG_LEVEL');
  expect(await textOf(await admin.get(`${page}?q=no-such-words`))).toContain(
    'No setting has these words.',
  );
});

it('leads to a part of a page that exists', async () => {
  const admin = await openAsAdmin();
  const pages = new Map<string, string>();
  for (const { to } of siteSettingEntries) {
    const [path = '', part] = to.split('#');
    if (!pages.has(path)) {
      const response = await admin.get(path);
      expect([path, response.status]).toEqual([path, 200]);
      pages.set(path, await response.text());
    }
    if (part) expect(pages.get(path)).toContain(`id="${part}"`);
  }
});
