import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseCluster, startDatabaseCluster } from '#test/cluster/database-cluster.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { type RedisServer, startRedisServer } from '#test/fixtures/redis-server.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { fillExample, readComposeEnvironment } from './compose-environment.ts';
import { games, type Ports, proxies, type RunningProxy, site, startProxy } from './proxies.ts';
import { type Answer, sendRequest } from './send-request.ts';
import { type StartedNode, startNode } from './start-node.ts';

// `npm run check-deployment`: what can be started of `deploy/` without containers.

let database: DatabaseCluster;
let redis: RedisServer;
let s3: S3Server;
const nodes: StartedNode[] = [];
let settings: Record<string, string>;

beforeAll(async () => {
  [database, redis, s3] = await Promise.all([
    startDatabaseCluster(['one', 'two']),
    startRedisServer(),
    startS3Server(),
  ]);
  const dotEnv = fillExample({
    DOMAIN: site,
    GAMES_DOMAIN: games,
    GUILDHALL_SECRET: randomBytes(32).toString('hex'),
    POSTGRES_PASSWORD: 'password',
    REPLICATION_PASSWORD: 'replication-password',
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    METRICS_TOKEN: 'token',
    GRAFANA_PASSWORD: 'grafana-password',
    // Settings that the compose file does not name.
    GAME_PRICE: '1.23',
    PORT: '8080',
  });
  const [one, two] = [1, 2].map((number) => readComposeEnvironment(`guildhall-${number}`, dotEnv));
  expect(one).toEqual(two);
  const standby = await database.findStandby();
  settings = {
    ...one,
    // The same services under other addresses, and what two processes on one machine cannot share.
    DATABASE_URL: database.url,
    DATABASE_READ_URL: standby.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
  };
  for (const _ of [1, 2]) nodes.push(await startNode(settings));
}, timeLimits.preparation);

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await s3?.close();
  await redis?.stop();
  await database?.stop();
});

test('both nodes of compose use the settings of .env and the same encryption key', async () => {
  const counts = `select count(*)::integer as nodes, count(distinct key_ids)::integer as keys from nodes`;
  expect(await database.query(database.primary, counts)).toEqual([{ nodes: 2, keys: 1 }]);
  for (const { port } of nodes) {
    const { body } = await sendRequest(site, port, '/', { isPlain: true });
    expect(body).toContain('$1.23');
  }
  expect(settings).toMatchObject({ GRAFANA_PASSWORD: '', REPLICATION_PASSWORD: '', PORT: '3000' });
});

test('compose refuses to start without a secret, and a node with another one stops', async () => {
  const without = fillExample({ ...settings, GUILDHALL_SECRET: '' });
  expect(() => readComposeEnvironment('guildhall-1', without)).toThrow(/GUILDHALL_SECRET/);
  const other = { ...settings, GUILDHALL_SECRET: randomBytes(32).toString('hex') };
  await expect(startNode(other)).rejects.toThrow(/Another node encrypts with the key/);
});

describe.each(Object.entries(proxies))('%s with its file of deploy/', (_name, proxy) => {
  let running: RunningProxy;
  const send = (path: string, options?: Parameters<typeof sendRequest>[3]) =>
    sendRequest(site, running.ports.https, path, options);

  beforeAll(async () => {
    const isReady = async ({ https }: Ports) =>
      (await sendRequest(site, https, '/readyz').catch(() => null))?.status === 200;
    running = await startProxy(
      proxy,
      nodes.map(({ port }) => `127.0.0.1:${port}`),
      isReady,
    );
  }, timeLimits.hook);
  afterAll(() => running?.stop());

  test('shows pages with https, and leads http there', async () => {
    const page = await send('/');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBeDefined();
    const plain = await sendRequest(site, running.ports.http, '/games', { isPlain: true });
    expect(plain.status).toBe(308);
    expect(plain.headers.location).toMatch(/^https:\/\/guild\.example(:\d+)?\/games$/);
    expect((await send('/metrics')).status).toBe(404);
  });

  test('logs a player in, who stays logged in on both nodes', async () => {
    const { cookie } = await join();
    for (let time = 0; time < 4; time += 1)
      expect((await send('/profile', { headers: { Cookie: cookie } })).status).toBe(200);
  });

  test('passes on websockets, and keeps long polling on one node', async () => {
    const websocket = await send('/socket.io/?EIO=4&transport=websocket', {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        Origin: `https://${site}`,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    expect(websocket.status).toBe(101);
    for (let client = 0; client < 4; client += 1) {
      const opened = await send('/socket.io/?EIO=4&transport=polling');
      const { sid } = JSON.parse(opened.body.slice(1)) as { sid: string };
      const next = await send(`/socket.io/?EIO=4&transport=polling&sid=${sid}`, {
        method: 'POST',
        headers: { Cookie: cookiesOf(opened), 'Content-Type': 'text/plain;charset=UTF-8' },
        body: '40',
      });
      expect([next.status, next.body]).toEqual([200, 'ok']);
    }
  });

  test('lets files through that are larger than other forms', async () => {
    const picture = await sendForm('/api/upload/base/', { file: new File([large(3)], 'a.png') });
    expect(picture.status).not.toBe(413);
    expect(picture.headers['x-request-id']).toBeDefined();
    const { username, cookie } = await join('admin');
    const noPicture = { picture: new File([large(3)], 'a.png'), caption: '' };
    const posted = await sendForm('/community/camera', noPicture, cookie);
    expect([posted.status, posted.headers['x-request-id']]).toEqual([415, expect.any(String)]);
    const created = await sendForm('/admin/games/new', newGame(username), cookie);
    expect(created.headers.location).toMatch(/^\/admin\/games\/\d+$/);
    const file = new File([large(14)], 'game.zip');
    const download = await sendForm(
      `${created.headers.location}/downloads/files`,
      { name: 'Windows', file },
      cookie,
    );
    expect([download.status, JSON.parse(download.body)]).toMatchObject([200, {}]);
    const imported = await sendForm('/admin/games/import', { intent: 'check', file }, cookie);
    expect(imported.status).not.toBe(413);
    expect(imported.headers['x-request-id']).toBeDefined();
  });

  test('leads the host of games to the application, without a cookie', async () => {
    const answer = await sendRequest(games, running.ports.https, '/no-such-token/index.html');
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  /** Registers an account and logs in. Returns the cookies. */
  async function join(role = 'player') {
    const player = generateRegistration();
    expect((await sendForm('/register', player)).status).toBe(200);
    await database.query(
      database.primary,
      `update users set role = '${role}' where lower(username) = lower('${player.username}')`,
    );
    const cookie = cookiesOf(await sendForm('/login', player));
    expect(cookie).toContain('__Host-');
    return { ...player, cookie };
  }

  async function sendForm(
    path: string,
    fields: Record<string, string | File>,
    cookie = '',
  ): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const request = new Response(form);
    return send(path, {
      method: 'POST',
      headers: {
        Origin: `https://${site}`,
        Accept: 'application/json',
        'Content-Type': request.headers.get('Content-Type') ?? '',
        ...(cookie && { Cookie: cookie }),
      },
      body: Buffer.from(await request.arrayBuffer()),
    });
  }
});

function large(megabytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(megabytes * 1_000_000);
}

/** The form of a new game of the site. */
function newGame(name: string): Record<string, string> {
  const empty = ['description', 'released', 'website', 'platforms', 'developers', 'publishers'];
  const fields = [...empty, 'genres', 'roleNeeded'].map((field) => [field, '']);
  return { intent: 'save', name, price: '4.50', ...Object.fromEntries(fields) };
}

/** The cookies of an answer, as the next request sends them. */
function cookiesOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
