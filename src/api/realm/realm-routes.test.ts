import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { readConfig } from '#server/config/config.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { useRealmApp } from '#test/conformance/realm-app.ts';
import { useDatabase } from '#test/fixtures/database.ts';

const database = useDatabase();
const startApp = useRealmApp(database);
type TestServer = Awaited<ReturnType<typeof startApp>>;

const app = '/app/guild-abcde';
const login = `${app}/auth/providers/anon-user/login`;

function send(server: TestServer, path: string, init: RequestInit = {}) {
  return fetch(`${server.origin}/api/client/v2.0${path}`, init);
}

/** The tokens of a new anonymous user. */
async function anonymous(server: TestServer): Promise<{ access: string; refresh: string }> {
  const answer = await (await send(server, login, { method: 'POST' })).json();
  return { access: answer.access_token, refresh: answer.refresh_token };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('the Realm API', () => {
  test('tells clients its URL', async () => {
    const server = await startApp();
    const response = await send(server, `${app}/location`);
    expect(await response.json()).toMatchObject({ hostname: server.origin });
    const behind = await startApp({ config: readConfig({ ORIGIN: 'https://guild.example' }) });
    expect(await (await send(behind, `${app}/location`)).json()).toMatchObject({
      hostname: 'https://guild.example',
    });
  });

  test('accepts a login without a body, and sends empty responses without a content type', async () => {
    const server = await startApp();
    const { refresh } = await anonymous(server);
    const session = await send(server, '/auth/session', {
      method: 'POST',
      headers: bearer(refresh),
    });
    expect(session.status).toBe(201);
    const out = await send(server, '/auth/session', { method: 'DELETE', headers: bearer(refresh) });
    expect(out.status).toBe(204);
    expect(out.headers.get('Content-Type')).toBeNull();
    const register = await send(server, `${app}/auth/providers/local-userpass/register`, {
      method: 'POST',
      body: JSON.stringify({ email: 'cleo@example.test', password: 'a long password' }),
    });
    expect(register.status).toBe(201);
    expect(register.headers.get('Content-Type')).toBeNull();
    expect(await register.text()).toBe('');
  });

  test('answers any request with JSON', async () => {
    const server = await startApp();
    const { access, refresh } = await anonymous(server);
    const userpass = `${app}/auth/providers/local-userpass`;
    const post = (path: string, body: BodyInit, token = access): [string, RequestInit] => [
      path,
      { method: 'POST', body, headers: bearer(token) },
    ];
    const sent: [number, [string, RequestInit?]][] = [
      [404, ['/nowhere']],
      [404, [login, { method: 'GET' }]],
      [404, [`${app}/auth/providers/__proto__/login`, { method: 'POST' }]],
      [400, post(login, '{')],
      [400, post(login, 'null')],
      [400, post(login, '[]')],
      [400, post(login, new Uint8Array([0xff, 0xfe, 0]))],
      [413, post(login, 'x'.repeat(apiSessionConstants.bodyMaxBytes + 1))],
      [400, post(`${userpass}/register`, '{"email":{"$ne":1},"password":["x"]}')],
      [400, post(`${userpass}/register`, '')],
      [400, post(`${userpass}/confirm`, '{"token":{"$gt":""}}')],
      [400, post(`${userpass}/confirm`, '{"token":"\\u0000"}')],
      [400, post(`${userpass}/reset`, '{"token":"x","password":"a long password"}')],
      [400, post(`${userpass}/reset/send`, '{"email":"\\u0000@example.test"}')],
      [401, post(`${userpass}/login`, '{"username":{"$ne":null},"password":{"$ne":null}}')],
      [401, post(`${app}/auth/providers/api-key/login`, '{"key":{"$ne":null}}')],
      [404, post(`${login}?link=true`, '{}')],
      [400, post(`${app}/functions/call`, '{"name":7}')],
      [400, post(`${app}/functions/call`, '{"name":"getOneUser","arguments":{}}')],
      [404, post(`${app}/functions/call`, '{"name":"find","service":"mongodb-atlas"}')],
      [404, post(`${app}/functions/call`, '{"name":"__proto__"}')],
      [400, [`${app}/functions/call`, { headers: bearer(access) }]],
      [400, [`${app}/functions/call?baas_request=%00%ff`, { headers: bearer(access) }]],
      [401, post(`${app}/functions/call`, '{"name":"getAllUsers"}', refresh)],
      [401, post(`${app}/functions/call`, '{"name":"getAllUsers"}', 'null')],
      [401, ['/auth/profile']],
      [401, ['/auth/profile', { headers: bearer(refresh) }]],
      [401, ['/auth/delete', { method: 'DELETE' }]],
      [401, post('/auth/session', '', access)],
      [401, ['/auth/session', { method: 'DELETE' }]],
      [401, ['/auth/api_keys', { headers: bearer(access) }]],
    ];
    for (const [status, [path, init]] of sent) {
      const response = await send(server, path, init);
      const body = await response.json();
      expect([path, init?.body, response.status, body]).toEqual([
        path,
        init?.body,
        status,
        { error: expect.any(String), error_code: expect.any(String) },
      ]);
    }
  });

  test('logs unexpected errors with the id of the request', async () => {
    const fail = () => Promise.reject(new Error('a secret of the server'));
    const server = await startApp({ accounts: { hasher: { hash: fail, verify: fail } } });
    const path = `${app}/auth/providers/local-userpass/register`;
    const body = JSON.stringify({ email: 'dora@example.test', password: 'a long password' });
    const response = await send(server, path, { method: 'POST', body });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'internal error',
      error_code: 'InternalServerError',
      link: response.headers.get('X-Request-Id'),
    });
  });

  test('answers a streaming call', async () => {
    const server = await startApp();
    const { access } = await anonymous(server);
    const call = Buffer.from('{"name":"getAllMarketItems","arguments":[]}').toString('base64');
    const path = `${app}/functions/call?baas_request=${encodeURIComponent(call)}`;
    const response = await send(server, path, { headers: bearer(access) });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  test('tells the caller of a function when to retry', async () => {
    const server = await startApp({ rateLimiter: createRateLimiter() });
    const { access } = await anonymous(server);
    const init = {
      method: 'POST',
      body: '{"name":"rateLimit","arguments":["x"]}',
      headers: bearer(access),
    };
    const call = () => send(server, `${app}/functions/call`, init);
    for (let times = 0; times < 60; times += 1) await (await call()).body?.cancel();
    const response = await call();
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 'Rate limit exceeded. Please try again later.',
        error_code: 'FunctionExecutionError',
      },
    ]);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('allows pages of configured origins only, also in error responses', async () => {
    const server = await startApp({ config: readConfig({ CORS_ORIGINS: 'https://club.example' }) });
    const from = (origin: string) => ({ headers: { Origin: origin } });
    const preflight = await send(server, '/auth/api_keys/x/enable', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://club.example',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    for (const path of [`${app}/location`, '/auth/profile', '/nowhere']) {
      const named = await send(server, path, from('https://club.example'));
      expect(named.headers.get('Access-Control-Allow-Origin')).toBe('https://club.example');
      const other = await send(server, path, from('https://evil.example'));
      expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  test('limits accounts, sessions and mails per IP address', async () => {
    const limits = createRateLimiter();
    const server = await startApp({ rateLimiter: limits });
    const userpass = `${app}/auth/providers/local-userpass`;
    for (const [path, name, budget] of [
      [login, 'anonymous-by-address', 1_200],
      [`${app}/auth/providers/api-key/login`, 'login-by-address', 600],
      [`${userpass}/reset`, 'link-by-address', 100],
    ] as const) {
      for (let taken = 0; taken < budget - 1; taken += 1) await limits.take(name, '127.0.0.1');
      const ask = () => {
        const body = '{"key":"x","token":"x","password":"a long password"}';
        return send(server, path, { method: 'POST', body });
      };
      expect((await ask()).status).not.toBe(429);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
    }
  });
});
