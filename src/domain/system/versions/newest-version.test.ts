import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminLog, sessions, siteSettings } from '#database/schema.ts';
import { fetchNewestVersion } from '#integrations/versions/fetch-newest-version.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { readSiteSetting } from '../../site/read-site-settings.ts';
import { noServerOperations } from '../no-server-operations.ts';
import { checkNewestVersion } from './newest-version.ts';

const database = useDatabase();
const page = '/admin/services';
const requests: IncomingMessage[] = [];
let answer: RequestListener = (_, response) => response.end('0.4.0\n');
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
let address = '';
beforeEach(async () => {
  requests.length = 0;
  answer = (_, response) => response.end('0.4.0\n');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/newest`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function createAdmin() {
  await database.db.delete(siteSettings);
  await database.db.delete(adminLog);
  const ask = (one: string) => fetchNewestVersion(one, { answerMs: 2_000 });
  const operations = { ...noServerOperations, version: '0.3.0', fetchNewestVersion: ask };
  const web = createWeb(database.db, { operations });
  const { id } = await createPlayer(database.db, { role: 'admin' });
  const admin = await createSignedInVisitor(web, id);
  const send = async (intent: string, versionAddress = '') =>
    textOf(await admin.post(page, { intent, versionAddress }));
  return { id, web, admin, send };
}

test('nobody is asked before an admin enters an address, which is told nothing', async () => {
  const { web, admin, send } = await createAdmin();
  await checkNewestVersion(web.ctx);
  expect(requests).toEqual([]);
  expect(await send('test-version', address)).toContain('0.4.0 is the newest version');
  expect(await readSiteSetting(database.db, 'versionAddress')).toBe('');
  expect(await send('version', address)).toContain('It says 0.4.0.');
  await checkNewestVersion(web.ctx);
  expect(requests).toHaveLength(3);
  for (const { method, url, headers } of requests) {
    expect([method, url]).toEqual(['GET', '/newest']);
    expect(Object.keys(headers).sort()).toEqual(['connection', 'host']);
  }
  for (const one of ['/admin', '/admin/health']) {
    expect(await textOf(await admin.get(one))).toContain('A newer version exists: 0.4.0');
  }
  answer = (_, response) => response.end('0.3.0');
  await send('version', address);
  await checkNewestVersion(web.ctx);
  web.ctx.readCache.clear();
  expect(await textOf(await admin.get('/admin/health'))).not.toContain('A newer version exists');
  const asked = requests.length;
  expect(await send('version')).toContain('Nobody is asked for newer versions.');
  await checkNewestVersion(web.ctx);
  expect(requests).toHaveLength(asked);
});

test.each<[string, RequestListener, string]>([
  ['is a page', (_, response) => response.end('<p>1.2.3</p>'), 'not with a version'],
  ['is missing', (_, response) => response.writeHead(404).end(), 'It answers 404.'],
  ['is too large', (_, response) => response.end('1'.repeat(70_000)), 'answer is too large'],
  [
    'leads elsewhere',
    (_, response) => response.writeHead(302, { location: 'https://other.example/' }).end(),
    'It leads to another host.',
  ],
  [
    'leads in a circle',
    (_, response) => response.writeHead(302, { location: '/newest' }).end(),
    'It leads from one address to the next.',
  ],
  ['never comes', () => undefined, 'It did not answer in time.'],
  ['is JSON without one', (_, response) => response.end('{"version":1}'), 'not with a version'],
])('an answer that %s says so, and is no version', async (_, listener, text) => {
  answer = listener;
  const { send } = await createAdmin();
  expect(await send('test-version', address)).toContain(text);
});

test.each([
  ['{"version":"1.2.3"}', '1.2.3'],
  ['{"tag_name":"v1.2.3-rc.1","body":"…"}', '1.2.3-rc.1'],
  ['"1.2.3"', '1.2.3'],
])('the answer %s is a version', async (body, version) => {
  answer = (_, response) => response.end(body);
  expect(await fetchNewestVersion(address)).toBe(version);
});

test('only an admin with a fresh proof sets or tests an address, by https or on this machine', async () => {
  const { id, send } = await createAdmin();
  for (const one of ['http://example.com/', 'ftp://localhost/', 'https://me:pw@example.com/']) {
    expect(await send('version', one)).toContain('Write an address with https');
    expect(await send('test-version', one)).toContain('Write an address with https');
  }
  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));
  for (const intent of ['version', 'test-version']) await send(intent, address);
  expect(requests).toEqual([]);
  expect(await readSiteSetting(database.db, 'versionAddress')).toBe('');
  expect(await database.db.select().from(adminLog)).toEqual([]);
});
