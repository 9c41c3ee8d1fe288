import { afterEach, expect, test } from 'vitest';
import { pushKeys, pushSubscriptions } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPushBrowser } from '#test/fixtures/push-browser.ts';
import {
  createPushReceiver,
  createSessionOf,
  listEndpoints,
} from '#test/fixtures/push-receiver.ts';
import type { Actor } from '../../actor.ts';
import type { PushTarget } from './push-service.ts';
import {
  disablePush,
  enablePush,
  readPushState,
  removePushSubscription,
} from './push-subscriptions.ts';

const database = useDatabase({ max: 12 });

afterEach(async () => {
  await database.db.delete(pushSubscriptions);
  await database.db.delete(pushKeys);
});

const createReceiver = () => createPushReceiver(database.db);
const createSession = (actor: Actor) => createSessionOf(database.db, actor);
const endpointsOf = (userId: string) => listEndpoints(database.db, userId);

test('an account has ten browsers; the eleventh replaces the oldest', async () => {
  const { as, owner, browser, clock } = await createReceiver();
  const added: PushTarget[] = [];
  for (let count = 2; count <= 11; count += 1) {
    clock.advance(1);
    const { target } = createPushBrowser();
    await enablePush(as(await createSession(owner)), target);
    added.push(target);
  }
  const endpoints = await endpointsOf(owner.id);
  expect(endpoints).toEqual(added.map(({ endpoint }) => endpoint).toSorted());
  expect(endpoints).not.toContain(browser.target.endpoint);
});

test('twelve browsers that are turned on at the same time leave ten', async () => {
  const { as, owner } = await createReceiver();
  const actors = await Promise.all(Array.from({ length: 12 }, () => createSession(owner)));
  await Promise.all(actors.map((actor) => enablePush(as(actor), createPushBrowser().target)));
  expect(await endpointsOf(owner.id)).toHaveLength(10);
});

test('a browser in which another account turns pushes on belongs to that account only', async () => {
  const { as, owner, author, browser, notify, run, received } = await createReceiver();
  await notify('item-sold');
  await enablePush(as(author), browser.target);
  await run();
  expect(received()).toEqual([]);
  expect(await endpointsOf(owner.id)).toEqual([]);
  expect(await endpointsOf(author.id)).toEqual([browser.target.endpoint]);
  // Both at the same time: one of them has it.
  await Promise.all([
    enablePush(as(owner), browser.target),
    enablePush(as(author), browser.target),
  ]);
  const all = [...(await endpointsOf(owner.id)), ...(await endpointsOf(author.id))];
  expect(all).toEqual([browser.target.endpoint]);
});

test('a session has one browser: a new endpoint replaces its earlier one', async () => {
  const { own, owner } = await createReceiver();
  const { target } = createPushBrowser();
  await enablePush(own, target);
  expect(await endpointsOf(owner.id)).toEqual([target.endpoint]);
});

test('a player turns off the browser of the request, or any other of the own ones', async () => {
  const { own, as, owner, author } = await createReceiver();
  const second = as(await createSession(owner));
  await enablePush(second, createPushBrowser().target);
  const [current, other] = (await readPushState(own)).subscriptions;
  await removePushSubscription(as(author), { id: other?.id ?? '' });
  expect(await endpointsOf(owner.id)).toHaveLength(2);
  await removePushSubscription(own, { id: other?.id ?? '' });
  expect((await readPushState(own)).subscriptions).toEqual([current]);
  await disablePush(second);
  expect(await endpointsOf(owner.id)).toHaveLength(1);
  await disablePush(own);
  expect(await endpointsOf(owner.id)).toEqual([]);
});

test('push is off on an origin that is neither https nor localhost, and for guests', async () => {
  const { own } = await createReceiver();
  const { target } = createPushBrowser();
  const from = (origin: string) => ({ ...own, request: { ...own.request, origin } });
  const insecure = from('http://guild.example');
  expect(await readPushState(insecure)).toMatchObject({ problem: 'insecure', publicKey: null });
  await expect(enablePush(insecure, target)).rejects.toMatchObject({ code: 'push-unavailable' });
  for (const origin of ['https://guild.example', 'http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(await readPushState(from(origin))).toMatchObject({ problem: null });
  const guest = { ...own, actor: await createPlayer(database.db, { role: 'guest' }) };
  await expect(enablePush(guest, target)).rejects.toMatchObject({ code: 'guest-not-allowed' });
});

test('an endpoint that names a private IP address is refused', async () => {
  const { own, browser } = await createReceiver();
  for (const endpoint of [
    'https://10.0.0.1/a',
    'http://push.example/a',
    'https://a:b@push.example/',
  ])
    await expect(enablePush(own, { ...browser.target, endpoint })).rejects.toMatchObject({
      code: 'bad-push-subscription',
    });
});
