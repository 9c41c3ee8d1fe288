import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { createApp } from './app.ts';

const database = useDatabase();

describe('forms', () => {
  it.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['our host under another scheme', { Origin: 'https://localhost:3000' }],
    ['a site that only looks like ours', { Origin: 'http://localhost:3000.evil.example' }],
  ])('from %s are rejected and change nothing', async (_name, headers) => {
    const web = createWeb(database.db);
    const actor = await createPlayer(database.db);
    const player = await createSignedInVisitor(web, actor.id);
    const response = await player.post(
      '/add-money',
      { amount: '5', key: randomUUID() },
      headers as HeadersInit,
    );
    expect(response.status).toBe(403);
    expect(await (await player.get('/profile/wallet')).text()).toContain('No money has moved yet.');
  });

  it('without Origin and Sec-Fetch-Site are rejected', async () => {
    const { services } = createWeb(database.db);
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const send = (headers: Record<string, string>) =>
      app.request('http://localhost:3000/logout', { method: 'POST', headers });
    expect((await send({})).status).toBe(403);
    expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(302);
  });

  it('with an Origin that the browser hides are accepted from our own pages only', async () => {
    const { services } = createWeb(database.db);
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const send = async (headers: Record<string, string>) => {
      const sent = { method: 'POST', headers: { Origin: 'null', ...headers } };
      return (await app.request('http://localhost:3000/logout', sent)).status;
    };
    expect(await send({ 'Sec-Fetch-Site': 'same-origin' })).toBe(302);
    for (const site of ['cross-site', 'same-site', 'none', ''])
      expect([site, await send({ 'Sec-Fetch-Site': site })]).toEqual([site, 403]);
    expect(await send({})).toBe(403);
  });

  it('that are too large are rejected before they are read', async () => {
    const web = createWeb(database.db);
    const response = await web.visit().post('/login', { username: 'x'.repeat(300_000) });
    expect(response.status).toBe(413);
  });
});

describe('pages', () => {
  it.each(['evil"onload=x', "a'b", 'a;b', 'a(b)', 'a$b', 'a,b', '{a}'])(
    'are rejected for the host %s, which would appear in them',
    async (host) => {
      const { services } = createWeb(database.db);
      const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
      for (const path of ['/', '/robots.txt', '/sitemap.xml', '/about.data']) {
        const response = await app.request(`http://${host}${path}`);
        expect([path, response.status]).toEqual([path, 400]);
        expect(await response.text()).not.toContain(host);
        expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      }
    },
  );

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'guild-hall.example', 'guild_hall'])(
    'are served for the host %s',
    async (host) => {
      const { services } = createWeb(database.db);
      const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
      expect((await app.request(`http://${host}/about`)).status).toBe(200);
    },
  );

  it('for visitors never contain content for players, and vice versa', async () => {
    const web = createWeb(database.db);
    const actor = await createPlayer(database.db, { balance: 12_34 });
    const player = await createSignedInVisitor(web, actor.id);
    const visitor = web.visit();
    for (let round = 0; round < 3; round += 1) {
      const [own, shared] = await Promise.all([player.get('/about'), visitor.get('/about')]);
      expect(await own.text()).toContain(actor.username);
      expect(own.headers.get('Cache-Control')).toBe('private, no-store');
      const html = await shared.text();
      expect(html).not.toContain(actor.username);
      expect(html).not.toContain('12.34');
    }
  });

  it('for visitors list each inline script by hash, and get 304 by their ETag', async () => {
    const web = createWeb(database.db);
    const page = await web.visit().get('/about');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')+$/);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    const html = await page.text();
    expect(html).not.toContain('nonce=');
    const scripts = [
      ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application))[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [, script = ''] of scripts) {
      const hash = createHash('sha256').update(script).digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    const etag = page.headers.get('ETag') ?? '';
    const again = await web.visit().get('/about', { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('for visitors must be revalidated, including data and redirects', async () => {
    const web = createWeb(database.db);
    for (const path of ['/about', '/about.data', '/profile', '/nowhere']) {
      const response = await web.visit().get(path);
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
    }
  });

  it('are compressed even if they are not cached', async () => {
    const web = createWeb(database.db);
    const response = await web.visit().get('/nowhere', { 'Accept-Encoding': 'gzip' });
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    expect(gunzipSync(await response.bytes()).toString()).toContain('There is no such page');
    const smaller = await web.visit().get('/nowhere', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(smaller.headers.get('Content-Encoding')).toBe('br');
    expect(brotliDecompressSync(await smaller.bytes()).toString()).toContain(
      'There is no such page',
    );
  });

  it('of a wallet’s CSV are streamed without compression', async () => {
    const web = createWeb(database.db);
    const player = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
    const response = await player.get('/profile/wallet.csv', { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('Content-Type')).toContain('text/csv');
    expect(response.headers.get('Content-Encoding')).toBeNull();
  });

  it('send HSTS only if the public origin has https', async () => {
    const { services, visit } = createWeb(database.db);
    expect((await visit().get('/about')).headers.has('Strict-Transport-Security')).toBe(false);
    const secure = createWeb(database.db, {
      config: { ...services.config, ORIGIN: 'https://guild.example' },
    });
    const response = await secure.visit().get('/about');
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    const withSubDomains = createWeb(database.db, {
      config: { ...secure.services.config, HSTS_SUBDOMAINS: true },
    });
    const strict = await withSubDomains.visit().get('/about');
    expect(strict.headers.get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  it('for players have a new nonce each time', async () => {
    const web = createWeb(database.db);
    const player = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
    const nonceOf = async () =>
      /'nonce-([\w-]+)'/.exec(
        (await player.get('/about')).headers.get('Content-Security-Policy') ?? '',
      )?.[1];
    const [first, second] = [await nonceOf(), await nonceOf()];
    expect(first).toBeTruthy();
    expect(first).not.toBe(second);
  });

  it('delete an invalid session cookie and continue as for a visitor', async () => {
    const web = createWeb(database.db);
    const visitor = web.visit();
    visitor.cookie = 'forged.signature';
    const response = await visitor.get('/about');
    expect(response.status).toBe(200);
    expect(visitor.cookie).toBeNull();
  });

  it('have our own 404 page, and a request id in every response', async () => {
    const web = createWeb(database.db);
    for (const path of ['/nowhere', '/static/js/none.js', '/art/covers/none.svg', '/%']) {
      const response = await web.visit().get(path);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });
});

describe('routes for operators', () => {
  it('answer healthz and readyz, and metrics only to local or authorized clients', async () => {
    const web = createWeb(database.db);
    expect((await web.visit().get('/healthz')).status).toBe(200);
    expect((await web.visit().get('/readyz')).status).toBe(200);
    // A request without a socket is not local.
    expect((await web.visit().get('/metrics')).status).toBe(404);
  });

  it.each([
    [200, 'asked for on this machine', 'localhost:3000', {}, {}],
    [
      404,
      'requested by a public name, as through a proxy without headers',
      'guild.example',
      {},
      {},
    ],
    [404, 'passed on by a proxy', 'localhost', { 'X-Forwarded-For': '203.0.113.7' }, {}],
    [404, 'where a public URL is set', 'localhost', {}, { ORIGIN: 'http://localhost' }],
    [404, 'where a proxy is trusted', 'localhost', {}, { TRUST_PROXY: 1 }],
  ])(
    'respond to metrics with %i without a token when %s',
    async (status, _when, host, headers, settings) => {
      const { services } = createWeb(database.db);
      const app = createApp(
        { ...services, config: { ...services.config, ...settings } },
        { clientDirectory: './build/client', ready: () => true },
      );
      const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
      const response = await app.request(`http://${host}/metrics`, { headers }, local);
      expect(response.status).toBe(status);
    },
  );

  it('require the token for metrics if one is configured', async () => {
    const { services } = createWeb(database.db);
    const app = createApp(
      { ...services, config: { ...services.config, METRICS_TOKEN: 'open sesame' } },
      { clientDirectory: './build/client', ready: () => true },
    );
    const read = (Authorization: string) =>
      app.request('http://localhost:3000/metrics', { headers: { Authorization } });
    expect((await read('Bearer wrong')).status).toBe(404);
    const metrics = await read('Bearer open sesame');
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('guildhall_http_request_seconds');
  });
});
