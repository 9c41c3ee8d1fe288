import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { adminLog, serviceSettings, sessions } from '#database/schema.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { openSignOn, openSignOnService } from '#server/bootstrap/open-sign-on.ts';
import { readConfig } from '#server/config/config.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { openIdClient, startOpenIdServer } from '#test/fakes/openid-server.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { noServerOperations } from '../no-server-operations.ts';

const database = useDatabase();
const page = '/admin/services';
const log = pino({ level: 'silent' });
const origin = { ORIGIN: 'http://localhost:3000' };

const providerOf = (issuer: string, more: Record<string, string> = {}) => ({
  issuer,
  clientId: openIdClient.clientId,
  clientSecret: '',
  buttonText: 'Log in with School',
  allowsSignUp: 'yes',
  scopes: '',
  roleClaim: '',
  moderatorValues: '',
  adminValues: '',
  ...more,
});

async function createAdmin(environment: Record<string, string> = origin) {
  await database.db.delete(serviceSettings);
  await database.db.delete(adminLog);
  const config = readConfig(environment);
  const service = openSignOnService(config);
  const signOnService = { ...service, test: vi.fn(service.test) };
  const operations = { ...noServerOperations, signOnService };
  const web = createWeb(database.db, { operations });
  Object.assign(web.ctx.accounts, await openSignOn({ ...web.ctx, config, log }));
  web.ctx.accounts.refreshSignOn = vi.fn(async () => {
    Object.assign(web.ctx.accounts, {
      signOn: (await openSignOn({ ...web.ctx, config, log })).signOn,
    });
  });
  const { id } = await createPlayer(database.db, { role: 'admin' });
  const admin = await createSignedInVisitor(web, id);
  const send = async (intent: string, fields: Record<string, string>) =>
    textOf(await admin.post(page, { intent, ...fields }));
  return { id, web, admin, send, test: signOnService.test };
}

test('a saved provider is offered at once, and its secret is stored encrypted and shown nowhere', async () => {
  const server = await startOpenIdServer();
  try {
    const { web, admin, send } = await createAdmin();
    const secret = { clientSecret: openIdClient.clientSecret };
    const provider = providerOf(server.issuer, secret);
    expect(await send('test-sign-on', provider)).toContain('The issuer answers and can be used.');
    expect(web.ctx.accounts.signOn).toBe(null);
    expect(await send('sign-on', provider)).toContain('Saved.');
    expect(web.ctx.accounts.signOn).toMatchObject({
      issuer: `${server.issuer}/`,
      buttonText: 'Log in with School',
      allowsSignUp: true,
      roleClaim: null,
    });
    const visitor = web.visit();
    expect(await textOf(await visitor.get('/login'))).toContain('Log in with School');
    expect(await (await admin.get(page)).text()).not.toContain(openIdClient.clientSecret);
    const stored = await database.db.select().from(serviceSettings);
    const logged = await database.db.select().from(adminLog);
    expect(JSON.stringify(stored)).not.toContain(openIdClient.clientSecret);
    expect(JSON.stringify(logged)).not.toMatch(/a secret|127\.0\.0\.1/);
    await send('remove-sign-on', {});
    expect(web.ctx.accounts.signOn).toBe(null);
    await expect
      .poll(async () => textOf(await visitor.get('/login')), { timeout: timeLimits.atOnce })
      .not.toContain('Log in with School');
  } finally {
    await server.close();
  }
});

test('the secret is typed again for another issuer or client, for a test too', async () => {
  const { send, test } = await createAdmin();
  test.mockResolvedValue(undefined);
  const issuer = 'https://id.example/';
  expect(await send('sign-on', providerOf(issuer))).toContain('Type the secret of the client.');
  await send('sign-on', providerOf(issuer, { clientSecret: 'hunter2 secret' }));
  for (const intent of ['sign-on', 'test-sign-on']) {
    expect(await send(intent, providerOf('https://evil.example'))).toContain(
      'Type the secret again.',
    );
    expect(await send(intent, providerOf(issuer, { clientId: 'other' }))).toContain(
      'Type the secret again.',
    );
  }
  expect(test).not.toHaveBeenCalled();
  await send('test-sign-on', providerOf(issuer, { scopes: 'openid email' }));
  expect(test).toHaveBeenCalledWith(
    expect.objectContaining({ issuer, clientSecret: 'hunter2 secret', scopes: 'openid email' }),
  );
});

test.each<[string, RequestListener, string]>([
  ['is no issuer', (_, response) => response.writeHead(404).end(), 'answers 404.'],
  ['sends a page', (_, response) => response.end('<p>Hello'), 'not with a discovery document'],
  [
    'is another issuer',
    (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: 'https://other.example' }));
    },
    'another issuer, https://other.example. Type that one.',
  ],
  [
    'redirects',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'answers 302.',
  ],
])('a test of what %s says so in words', async (_, listener, text) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { send } = await createAdmin();
    const { port } = server.address() as AddressInfo;
    const provider = providerOf(`http://127.0.0.1:${port}`, { clientSecret: 'secret' });
    expect(await send('test-sign-on', provider)).toContain(text);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a test of an address where nothing listens says so', async () => {
  const { send } = await createAdmin();
  const provider = providerOf('http://127.0.0.1:1', { clientSecret: 'secret' });
  expect(await send('test-sign-on', provider)).toContain('It cannot be reached (');
});

test('the environment wins, and a site without a public address has no single sign-on', async () => {
  const provider = providerOf('https://id.example', { clientSecret: 'secret' });
  const given = await createAdmin({
    ...origin,
    OIDC_ISSUER: 'https://outside.example',
    OIDC_CLIENT_ID: 'guildhall',
    OIDC_CLIENT_SECRET: 'outside',
  });
  expect(await textOf(await given.admin.get(page))).toContain('(OIDC_ISSUER), which wins');
  expect((await given.admin.post(page, { intent: 'sign-on', ...provider })).status).toBe(409);
  const local = await createAdmin({});
  expect((await local.admin.post(page, { intent: 'sign-on', ...provider })).status).toBe(409);
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
});

test('only an admin with a fresh proof sets or tests it', async () => {
  const { id, send } = await createAdmin();
  await database.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, id));
  for (const intent of ['sign-on', 'test-sign-on', 'remove-sign-on']) {
    await send(intent, providerOf('https://id.example', { clientSecret: 'secret' }));
  }
  expect(await database.db.select().from(serviceSettings)).toEqual([]);
  expect(await database.db.select().from(adminLog)).toEqual([]);
});

test('a saved provider holds on the other nodes', async () => {
  await database.db.delete(serviceSettings);
  const config = readConfig({ ...origin, GUILDHALL_SECRET: 'a'.repeat(32), DATA_DIR: '/tmp/none' });
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
    web.ctx.accounts.refreshSignOn = () => Promise.resolve(a.accounts.refreshSignOn?.());
    const admin = await createSignedInVisitor(web, id);
    const provider = providerOf('https://id.example', { clientSecret: 'secret' });
    await admin.post(page, { intent: 'sign-on', ...provider });
    expect(a.accounts.signOn?.issuer).toBe('https://id.example/');
    await expect
      .poll(() => b.accounts.signOn?.issuer, { timeout: timeLimits.atOnce })
      .toBe('https://id.example/');
  } finally {
    await Promise.all([a.events.stop(), b.events.stop()]);
    await database.db.delete(serviceSettings);
  }
});
