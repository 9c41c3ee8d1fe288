import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { fairShareConstants } from '#shared/constants/server/http-requests.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { callerOf } from '#test/fixtures/realm-functions.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb } from '#test/fixtures/web-application.ts';
import { readConfig } from '../config/config.ts';
import { createFairQueues } from './fair-queues.ts';

const database = useDatabase();
const busy = 'Too many requests at once. Please wait a moment and try again.';

/** Limits that hold the client that `key` names until it is released, and count how many are held. */
function holdingLimits(key: string) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let held = 0;
  const limits: RateLimiter = {
    ...createRateLimiter(1_000),
    async take(_, taken) {
      if (taken !== key) return;
      held += 1;
      await promise;
    },
  };
  return { limits, letGo, held: () => held };
}

const comment = () => ({ intent: 'comment', key: randomUUID(), text: `Hello ${randomUUID()}` });

test('many forms of one account are queued, and forms of other accounts do not wait for them', async () => {
  const { db } = database;
  const [ada, bob] = [await createPlayer(db), await createPlayer(db)];
  const { limits, letGo, held } = holdingLimits(ada.id);
  const web = createWeb(db, { rateLimiter: limits });
  const [adas, bobs] = [
    await createSignedInVisitor(web, ada.id),
    await createSignedInVisitor(web, bob.id),
  ];
  const path = `/profile/${bob.username}`;
  const { atOnce, waitingMax } = fairShareConstants.account;
  const answered: Response[] = [];
  const forms = Array.from({ length: atOnce + waitingMax + 10 }, async () => {
    answered.push(await adas.post(path, comment()));
  });
  // Requests above the length of the queue get an error text at once.
  await expect.poll(() => answered.map(({ status }) => status)).toEqual(Array(10).fill(429));
  expect(await answered[0]?.text()).toBe(busy);
  expect(answered[0]?.headers.get('Retry-After')).toBe('1');
  await expect.poll(held).toBe(atOnce);
  expect((await bobs.post(`/profile/${ada.username}`, comment())).status).toBe(200);
  expect((await bobs.get('/profile')).status).toBe(200);
  // The account's own pages do not wait for its forms either.
  expect((await adas.get('/profile')).status).toBe(200);
  expect(held()).toBe(atOnce);
  letGo();
  await Promise.all(forms);
  const served = answered.filter(({ status }) => status === 200);
  expect(served).toHaveLength(atOnce + waitingMax);
});

test('forms of visitors wait only for forms of their own IP address', async () => {
  const { limits, letGo, held } = holdingLimits('198.51.100.7');
  const config = readConfig({ TRUST_PROXY: '1' });
  const { visit } = createWeb(database.db, { rateLimiter: limits, config });
  const from = (address: string) => visit().post('/guest', {}, { 'X-Forwarded-For': address });
  const crowd = Array.from({ length: 300 }, () => from('198.51.100.7'));
  await expect.poll(held).toBe(fairShareConstants.address.atOnce);
  expect((await from('203.0.113.9')).status).toBe(302);
  expect(held()).toBe(fairShareConstants.address.atOnce);
  letGo();
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([302]));
});

test('many logins to one account do not delay logins to others behind the same IP address', async () => {
  const { actions } = createFairQueues();
  const school = { actor: null, request: { address: '192.0.2.1' } };
  const begun: PromiseWithResolvers<void>[] = [];
  const storm = Array.from({ length: 300 }, () =>
    actions({ ...school, account: 'ada' }, () => {
      const work = Promise.withResolvers<void>();
      begun.push(work);
      return work.promise;
    }).catch((error: unknown) => error),
  );
  const honest = actions({ ...school, account: 'bob' }, async () => 'logged in');
  expect(begun).toHaveLength(fairShareConstants.address.atOnce);
  // Requests above the account's own queue are rejected at once.
  const refused = await Promise.all(storm.slice(-200));
  expect(refused.every((error) => error instanceof AppError)).toBe(true);
  for (const work of begun.slice(0, 2)) work.resolve();
  expect(await honest).toBe('logged in');
  for (const work of begun) work.resolve();
});

test('lists for visitors of one IP address are queued, even 300 at once', async () => {
  const { promise, resolve: letGo } = Promise.withResolvers<string>();
  const { longLists } = createFairQueues();
  const school = { actor: null, request: { address: '192.0.2.1' } };
  const crowd = Array.from({ length: 300 }, () => longLists(school, () => promise));
  const elsewhere = longLists(
    { actor: null, request: { address: '192.0.2.2' } },
    async () => 'made',
  );
  letGo('made');
  expect(await elsewhere).toBe('made');
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'made'));
});

test('a page that is requested while 400 wait does not wait for pages that need no database', async () => {
  const { reads } = createFairQueues();
  const done: string[] = [];
  const request = (address: string, name: string) =>
    reads({ actor: null, request: { address } }, async () => void done.push(name));
  const crowd = Array.from({ length: 400 }, () => request('192.0.2.1', 'crowd'));
  await new Promise((resolve) => setImmediate(resolve));
  await request('192.0.2.2', 'later');
  await Promise.all(crowd);
  expect(done.indexOf('later')).toBeLessThan(100);
});

test('function calls of an account above the queue limit get an error text', async () => {
  const { db } = database;
  const ada = await createPlayer(db);
  const { limits, letGo, held } = holdingLimits(ada.id);
  const ctx = createTestCtx(db, { rateLimiter: limits });
  const { atOnce, waitingMax } = fairShareConstants.account;
  const call = (caller = callerOf(ada)) =>
    callFunction(ctx, { name: 'rateLimit', args: ['x'], caller });
  const crowd = Array.from({ length: atOnce + waitingMax }, () => call());
  await expect.poll(held).toBe(atOnce);
  await expect(call()).rejects.toThrow(busy);
  expect(await call(callerOf(await createPlayer(db)))).toEqual({ success: true });
  expect(held()).toBe(atOnce);
  letGo();
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => ({ success: true })));
});

test('the pages of one customer of a provider count together, whichever of its networks ask', async () => {
  const { reads } = createFairQueues();
  const { address, visitors } = fairShareConstants;
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = { customer: 0, others: 0 };
  const ask = (from: string, of: keyof typeof started) =>
    reads({ actor: null, request: { address: from } }, async () => {
      started[of] += 1;
      await promise;
    });
  const networks = Array.from({ length: 300 }, (_, index) => index.toString(16));
  const all = [
    ...networks.map((network) => ask(`2001:db8:7:${network}::/64`, 'customer')),
    ...networks.map((network) => ask(`2001:db8:${network}0:1::/64`, 'others')),
  ];
  expect(started.customer).toBe(address.atOnce);
  expect(started.others).toBe(visitors.pagesAtOnce - address.atOnce);
  resolve();
  await Promise.all(all);
  expect(started).toEqual({ customer: 300, others: 300 });
});
