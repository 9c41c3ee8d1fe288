import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from '#database/client.ts';
import { createJobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { telemetry } from '#shared/lib/telemetry.ts';
import { startOtlpReceiver } from '#test/fakes/otlp-receiver.ts';
import { sendText, useChat } from '#test/fixtures/chat.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from './log.ts';
import { startTelemetry, stopTelemetry } from './start-telemetry.ts';

const database = useDatabase();
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
/** A pool that was opened while OpenTelemetry was on. */
let db: Database;

async function start(settings: Record<string, string> = {}): Promise<void> {
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_METRIC_EXPORT_INTERVAL: '100',
    ...settings,
  };
  // The exporters read the environment themselves.
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  await startTelemetry(process.env);
  db = openDatabase({ ...inject('postgres'), database: database.name });
}

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});

afterEach(async () => {
  await stopTelemetry();
  vi.unstubAllEnvs();
  await db?.$client.end();
  await receiver.close();
});

const spanNamed = (name: string) => receiver.spans().find((span) => span.name === name);
const childrenOf = (parent: { spanId: string } | undefined) =>
  receiver.spans().filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

describe('with OpenTelemetry', () => {
  test('a request is a span with the template of its route, its queries and the id in the log', async () => {
    await start({ OTEL_SERVICE_NAME: 'guild-7' });
    const lines: string[] = [];
    const log = createLog('debug', { write: (line) => void lines.push(line) });
    const web = createWeb(db, { log });
    const actor = await createPlayer(db);
    const player = await createSignedInVisitor(web, actor.id);
    const response = await player.get(`/profile/${actor.username}/inventory.data`);
    expect(response.status).toBe(200);
    const name = 'GET /profile/:username/inventory';
    await expect.poll(() => spanNamed(name)).toBeDefined();
    const span = spanNamed(name);
    expect(span?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/profile/:username/inventory',
      'http.response.status_code': 200,
      'guildhall.request_id': response.headers.get('X-Request-Id'),
    });
    const queries = childrenOf(span);
    expect(queries.map((query) => query.name)).toContainEqual(
      expect.stringMatching(/^SELECT .*owned_games.*play_sessions/),
    );
    for (const { traceId } of queries) expect(traceId).toBe(span?.traceId);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toContainEqual(
      expect.objectContaining({
        msg: 'request',
        trace_id: span?.traceId,
        requestId: response.headers.get('X-Request-Id'),
      }),
    );
    expect(receiver.resources()[0]).toMatchObject({ 'service.name': 'guild-7' });
    await expect
      .poll(() => receiver.metrics())
      .toContainEqual({
        name: 'http.server.request.duration',
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/profile/:username/inventory',
          'http.response.status_code': 200,
        },
      });
    const secrets = [actor.username, actor.id, player.cookie ?? ''];
    for (const secret of secrets) expect(receiver.text()).not.toContain(secret);
  });

  test('an API, a file and an unknown page have templates, and probes have no span', async () => {
    await start();
    const { visit } = createWeb(db);
    for (const path of ['/healthz', '/api/games/3498', '/no/such/page', '/robots.txt']) {
      await visit().get(path);
    }
    const names = () => new Set(receiver.spans().flatMap(({ name }) => name.match(/^GET.*/) ?? []));
    await expect
      .poll(names)
      .toEqual(new Set(['GET /api/games/:name', 'GET /*', 'GET /robots.txt']));
  });

  test('a request continues the trace of a proxy, and never that of a client', async () => {
    await start();
    const trace = 'ab'.repeat(16);
    const headers = { traceparent: `00-${trace}-${'12'.repeat(8)}-01` };
    await createWeb(db).visit().get('/about', headers);
    await createWeb(db, { config: readConfig({ TRUST_PROXY: '1' }) })
      .visit()
      .get('/library', headers);
    await expect.poll(() => spanNamed('GET /library')).toMatchObject({ traceId: trace });
    expect(spanNamed('GET /about')?.traceId).not.toBe(trace);
  });

  test('a failed statement marks its span with the code of the error alone', async () => {
    await start();
    const work = telemetry.current?.run({ kind: 'job', name: 'test', attributes: {} }, async () => {
      await db.execute("select 'secret text'::integer");
    });
    await expect(work).rejects.toThrow();
    await expect
      .poll(() => childrenOf(spanNamed('test')))
      .toMatchObject([
        { name: 'SELECT', attributes: { 'error.type': '22P02' }, status: { code: 2 } },
      ]);
    expect(receiver.text()).not.toContain('secret text');
  });

  test('a job is a span', async () => {
    await start();
    const { log } = createTestCtx(db);
    const executeSql = db.$client.query.bind(db.$client) as Parameters<
      typeof createJobScheduler
    >[0];
    // A job that waits already is run without waiting for its time.
    const boss = new PgBoss({ db: { executeSql } });
    await boss.start();
    await boss.createQueue('nightly');
    await boss.send('nightly');
    await boss.stop({ graceful: false });
    const jobs = await createJobScheduler(executeSql, log);
    await jobs.schedule('nightly', '17 3 * * *', async () => {
      await db.execute('select count(*) from accounts');
    });
    await expect
      .poll(() => childrenOf(spanNamed('nightly')))
      .toMatchObject([{ name: 'SELECT accounts' }]);
    await jobs.stop();
  });

  test('the queue is bounded and no request waits when the receiver does not answer', async () => {
    receiver.hang();
    await start({
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
      OTEL_BSP_EXPORT_TIMEOUT: '600000',
    });
    const visitor = createWeb(db).visit();
    for (let count = 0; count < 100; count += 1) {
      expect((await visitor.get('/robots.txt')).status).toBe(200);
    }
    await expect.poll(receiver.waiting).toBeGreaterThan(0);
    await stopTelemetry();
    // One batch was on its way, and the queue is sent at the end.
    const sent = receiver.spans().filter(({ name }) => name === 'GET /robots.txt');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(30);
  });

  test('requests are answered when nothing receives', async () => {
    await receiver.close();
    await start({ OTEL_BSP_EXPORT_TIMEOUT: '200' });
    expect((await createWeb(db).visit().get('/about')).status).toBe(200);
    receiver = await startOtlpReceiver();
  });
});

describe('events of sockets', () => {
  const startChat = useChat({
    get db() {
      return db;
    },
  });

  test('are spans with their queries and without the text of the message', async () => {
    await start();
    const { adas } = await startChat();
    const answer = await sendText(adas, 'A private sentence');
    expect(answer.ok).toBe(true);
    await expect
      .poll(() => childrenOf(spanNamed('socket message')).map(({ name }) => name))
      .toContainEqual(expect.stringContaining('conversations'));
    expect(receiver.text()).not.toContain('A private sentence');
  });
});
