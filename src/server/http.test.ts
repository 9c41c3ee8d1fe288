import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/database.ts';
import { createPlayer } from '#test/factories.ts';
import { signedIn } from '#test/sign-in.ts';
import { createWeb } from '#test/web.ts';

const database = useDatabase();

describe('forms', () => {
  it.each([
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['an opaque origin', { Origin: 'null' }],
    ['our host under another scheme', { Origin: 'https://localhost:3000' }],
    ['a site that only looks like ours', { Origin: 'http://localhost:3000.evil.example' }],
  ])('from %s are refused and change nothing', async (_name, headers) => {
    const web = createWeb(database.db);
    const actor = await createPlayer(database.db);
    const player = await signedIn(web, actor.id);
    const response = await player.post(
      '/add-money',
      { amount: '5', key: randomUUID() },
      headers as HeadersInit,
    );
    expect(response.status).toBe(403);
    expect(await (await player.get('/profile/wallet')).text()).toContain('No money has moved yet.');
  });

  it('without Origin and Sec-Fetch-Site are refused, as no page of ours sends them', async () => {
    const { services } = createWeb(database.db);
    const { createApp } = await import('./http.ts');
    const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
    const send = (headers: Record<string, string>) =>
      app.request('http://localhost:3000/logout', { method: 'POST', headers });
    expect((await send({})).status).toBe(403);
    expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(302);
  });

  it('that are too large are refused before they are read', async () => {
    const web = createWeb(database.db);
    const response = await web.visit().post('/login', { username: 'x'.repeat(300_000) });
    expect(response.status).toBe(413);
  });
});

describe('pages', () => {
  it('for visitors never hold what a player saw, nor the other way round', async () => {
    const web = createWeb(database.db);
    const actor = await createPlayer(database.db, { balance: 12_34 });
    const player = await signedIn(web, actor.id);
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

  it('for visitors name each inline script by its hash, and are answered 304 by their ETag', async () => {
    const web = createWeb(database.db);
    const page = await web.visit().get('/about');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')+$/);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it('for players carry a nonce of their own each time', async () => {
    const web = createWeb(database.db);
    const player = await signedIn(web, (await createPlayer(database.db)).id);
    const nonceOf = async () =>
      /'nonce-([\w-]+)'/.exec(
        (await player.get('/about')).headers.get('Content-Security-Policy') ?? '',
      )?.[1];
    const [first, second] = [await nonceOf(), await nonceOf()];
    expect(first).toBeTruthy();
    expect(first).not.toBe(second);
  });

  it('take a worthless session cookie away and go on as for a visitor', async () => {
    const web = createWeb(database.db);
    const visitor = web.visit();
    visitor.cookie = 'forged.signature';
    const response = await visitor.get('/about');
    expect(response.status).toBe(200);
    expect(visitor.cookie).toBeNull();
  });

  it('answer with our own 404, and with a request id everywhere', async () => {
    const web = createWeb(database.db);
    for (const path of ['/nowhere', '/static/js/none.js', '/art/covers/none.svg', '/%']) {
      const response = await web.visit().get(path);
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it('show a bug as a 500 with the request id alone; the details are in the log only', async () => {
    const lines: string[] = [];
    const web = createWeb(database.db);
    const actor = await createPlayer(database.db);
    const broken = createWeb(database.db, {
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
      presence: {
        ...web.ctx.presence,
        mark() {
          throw new Error('secret detail of a bug');
        },
      },
    });
    const player = await signedIn(web, actor.id);
    const visitor = broken.visit();
    visitor.cookie = player.cookie;
    const response = await visitor.get('/profile');
    expect(response.status).toBe(500);
    const html = await response.text();
    const requestId = response.headers.get('X-Request-Id') ?? '';
    expect(html).not.toContain('secret detail');
    expect(html).toContain(requestId);
    expect(lines.join()).toContain('secret detail of a bug');
    expect(lines.join()).toContain(requestId);
  });
});

describe('for operators', () => {
  it('healthz and readyz answer, and metrics only to who may read them', async () => {
    const web = createWeb(database.db);
    expect((await web.visit().get('/healthz')).status).toBe(200);
    expect((await web.visit().get('/readyz')).status).toBe(200);
    // No socket at all is not loopback.
    expect((await web.visit().get('/metrics')).status).toBe(404);
  });

  it('metrics need the token where one is set', async () => {
    const { services } = createWeb(database.db);
    const { createApp } = await import('./http.ts');
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
