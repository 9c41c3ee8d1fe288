import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { adminLog, serviceSettings, sessions } from '#database/schema.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { openCatalogProvider, openGamesService } from '#server/bootstrap/open-catalog-provider.ts';
import { readConfig } from '#server/config/config.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { startRawgServer } from '#test/fakes/rawg-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { noServerOperations } from '../no-server-operations.ts';

const database = useDatabase();
const page = '/admin/services';

async function createAdmin(environment: Record<string, string> = {}) {
  await database.db.delete(serviceSettings);
  await database.db.delete(adminLog);
  const config = readConfig(environment);
  const service = openGamesService(config);
  const gamesService = { ...service, test: vi.fn(service.test) };
  const web = createWeb(database.db, { operations: { ...noServerOperations, gamesService } });
  const log = pino({ level: 'silent' });
  const provider = await openCatalogProvider({ ...web.ctx, config, log });
  web.ctx.catalog.refreshProvider = () => provider.refreshProvider();
  const { id } = await createPlayer(database.db, { role: 'admin' });
  const admin = { id, ...(await createSignedInVisitor(web, id)) };
  const send = async (intent: string, token = '') =>
    textOf(await admin.post(page, { intent, token }));
  return { web, admin, send, provider, test: gamesService.test };
}

test('a saved key is used at once, tested without being typed again, and removed', async () => {
  const { admin, send, provider, test } = await createAdmin();
  test.mockResolvedValue(undefined);
  const key = `key-${randomUUID()}`;
  expect(provider.cachedProvider).toBe(null);
  expect(await send('test-games')).toContain('Type the key.');
  expect(await send('games')).toContain('Type the key.');
  expect(await send('games', key)).toContain('Saved.');
  expect(provider.cachedProvider).not.toBe(null);
  expect(await send('test-games')).toContain('The games database answers');
  expect(test).toHaveBeenCalledWith(key);
  test.mockRejectedValueOnce(new Error('401 wrong key'));
  expect(await send('test-games', 'other')).toContain('401 wrong key');
  expect(await (await admin.get(page)).text()).not.toContain(key);
  const stored = await database.db.select().from(serviceSettings);
  const logged = await database.db.select().from(adminLog);
  expect(JSON.stringify([stored, logged])).not.toContain(key);
  await send('remove-games');
  expect(provider.cachedProvider).toBe(null);
});

test('a test says in words what is wrong', async () => {
  const server = await startRawgServer();
  try {
    const { send } = await createAdmin({ RAWG_URL: server.url });
    expect(await send('test-games', server.key)).toContain('The games database answers');
    expect(await send('test-games', 'another')).toContain('It refuses this key (');
    server.failNext('html');
    expect(await send('test-games', server.key)).toContain('It does not answer as RAWG does (');
  } finally {
    await server.close();
  }
});

test('only an admin with a fresh proof sets or tests it', async () => {
  const { admin, send } = await createAdmin();
  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, admin.id));
  for (const intent of ['games', 'test-games', 'remove-games']) await send(intent, 'a-key');
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
  expect(await database.db.select().from(adminLog)).toEqual([]);
});

test('a saved key holds on the other nodes', async () => {
  await database.db.delete(serviceSettings);
  const log = pino({ level: 'silent' });
  const config = readConfig({ GUILDHALL_SECRET: 'a'.repeat(32), DATA_DIR: '/tmp/none' });
  const nodes = {
    direct: { ...inject('postgres'), database: database.name },
    servesRequests: true,
  };
  const start = () =>
    createServices(config, database.db, log, { banner: null, shareImage: null }, nodes);
  const [a, b] = [await start(), await start()];
  try {
    const { id } = await createPlayer(database.db, { role: 'admin' });
    const { operations, encryption, events } = a;
    const web = createWeb(database.db, { operations, encryption, events });
    web.ctx.catalog.refreshProvider = () => Promise.resolve(a.catalog.refreshProvider?.());
    const admin = await createSignedInVisitor(web, id);
    await admin.post(page, { intent: 'games', token: 'a-key' });
    expect(a.catalog.cachedProvider).not.toBe(null);
    await expect
      .poll(() => b.catalog.cachedProvider !== null, { timeout: timeLimits.atOnce })
      .toBe(true);
  } finally {
    await Promise.all([a.events.stop(), b.events.stop()]);
    await database.db.delete(serviceSettings);
  }
});

test('a key is not sent to another address that the environment names later', async () => {
  const { web, send } = await createAdmin();
  await send('games', 'a-key');
  const log = pino({ level: 'silent' });
  const config = readConfig({ RAWG_URL: 'https://elsewhere.example/api' });
  const elsewhere = await openCatalogProvider({ ...web.ctx, config, log });
  expect(elsewhere.provider).toBe(null);
});

test('the key of the environment wins', async () => {
  const { admin, send, provider } = await createAdmin({ RAWG_API_KEY: 'from-outside' });
  expect(provider.provider).not.toBe(null);
  expect(await textOf(await admin.get(page))).toContain('(RAWG_API_KEY), which wins');
  expect(await send('games', 'a-key')).toContain('The environment of the server sets this service');
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
});
