import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createBodyBudget } from './body-bytes-budget.ts';
import { type BodyEnv, getBodyProblemStatus, limitBody } from './limit-body.ts';

const kb = 1024;

/** An application that responds with the length of the body. */
function createApp({ ms, perAddressKb = 1_000, totalKb = 1_000 }: Partial<Limits> = {}) {
  const budget = createBodyBudget({ perAddressBytes: perAddressKb * kb, totalBytes: totalKb * kb });
  const app = new Hono<BodyEnv>();
  app.use((c, next) => {
    c.set('bodies', budget);
    c.set('address', c.req.header('X-Address') ?? 'one');
    return next();
  });
  app.use(
    limitBody({
      bytesMax: 64 * kb,
      timeoutMs: ms,
      onProblem: (c, problem) => c.text(problem, getBodyProblemStatus(problem)),
    }),
  );
  app.post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
  async function post(body: ReadableStream | string, address = 'one') {
    const init = { method: 'POST', body, duplex: 'half', headers: { 'X-Address': address } };
    const response = await app.request('/', init as RequestInit);
    return `${response.status} ${await response.text()}`;
  }
  return post;
}

interface Limits {
  ms: number;
  perAddressKb: number;
  totalKb: number;
}

/** A body of `bytes` that ends when `finish` is called. */
function createUnfinishedBody(bytes: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = false;
  const body = new ReadableStream({
    async pull(controller) {
      if (!sent) {
        sent = true;
        return controller.enqueue(new Uint8Array(bytes));
      }
      await promise;
      controller.close();
    },
  });
  return { body, finish: resolve };
}

/** A body in which every byte is a chunk of its own. */
function createChunkedBody(bytes: number): ReadableStream {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(new Uint8Array(1));
    },
  });
}

it('passes on a body that arrived in any number of chunks', async () => {
  const post = createApp();
  expect(await post('x'.repeat(10_000))).toBe('200 10000');
  expect(await post(createChunkedBody(10_000))).toBe('200 10000');
  expect(await post(createChunkedBody(64 * kb))).toBe(`200 ${64 * kb}`);
  expect(await post('')).toBe('200 0');
});

it('rejects a body that is too large, with or without Content-Length', async () => {
  const post = createApp();
  expect(await post('x'.repeat(64 * kb + 1))).toBe('413 large');
  expect(await post(createUnfinishedBody(64 * kb + 1).body)).toBe('413 large');
});

it('rejects a body that does not arrive in time', async () => {
  const post = createApp({ ms: 50 });
  expect(await post(createUnfinishedBody(100).body)).toBe('408 slow');
});

it('aborts the largest body of an IP address above its limit, and small ones still arrive', async () => {
  const post = createApp({ perAddressKb: 100 });
  const small = createUnfinishedBody(1_000);
  const answers = [post(small.body)];
  const slow = [createUnfinishedBody(60 * kb), createUnfinishedBody(60 * kb)];
  const [first, second] = slow.map(({ body }) => post(body));
  expect(await second).toBe('429 crowded');
  small.finish();
  expect(await Promise.all(answers)).toEqual(['200 1000']);
  expect(await post('x'.repeat(2_000))).toBe('200 2000');
  slow[0]?.finish();
  expect(await first).toBe(`200 ${60 * kb}`);
});

it('does not affect other IP addresses, and above the total limit aborts bodies of the IP address with most', async () => {
  const post = createApp({ perAddressKb: 150, totalKb: 200 });
  const slow = [createUnfinishedBody(60 * kb), createUnfinishedBody(60 * kb)];
  const held = slow.map(({ body }) => post(body, 'slow'));
  const other = createUnfinishedBody(60 * kb);
  const another = createUnfinishedBody(60 * kb);
  const [mine, yours] = [post(other.body, 'mine'), post(another.body, 'yours')];
  expect(await held[1]).toBe('429 crowded');
  for (const { finish } of [...slow, other, another]) finish();
  expect(await Promise.all([held[0], mine, yours])).toEqual(Array(3).fill(`200 ${60 * kb}`));
});

it('releases the memory of a body when it arrived or failed', async () => {
  const post = createApp({ perAddressKb: 64, totalKb: 64 });
  for (let round = 0; round < 5; round += 1) {
    expect(await post('x'.repeat(60_000))).toBe('200 60000');
    expect(await post('x'.repeat(70_000))).toBe('413 large');
  }
});
