import pino from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { openDirectClient } from '#database/direct-client.ts';
import { nodes } from '#database/schema.ts';
import { createPostgresEventTransport } from '#integrations/postgres/event-transport.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import { timeLimits } from '#test/config/time-limits.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { useNodes } from '#test/fixtures/nodes.ts';

const database = useDatabase({ max: 5 });
const log = pino({ level: 'silent' });
const startNode = useNodes(database);

test('an event reaches the other nodes in order, and not its own node again', async () => {
  const [a, b, c] = [await startNode(), await startNode(), await startNode()];
  const sent = Array.from({ length: 300 }, (_, index) => ({
    type: 'unread-changed' as const,
    userId: `account ${index}`,
  }));
  for (const event of sent) a.events.publish(event);
  a.events.publish({ type: 'sessions-ended', sessionIds: ['one'] });
  const expected = [...sent, { type: 'sessions-ended', sessionIds: ['one'] }];
  await expect.poll(() => b.received, { timeout: timeLimits.atOnce }).toEqual(expected);
  await expect.poll(() => c.received, { timeout: timeLimits.atOnce }).toEqual(expected);
  expect(a.received).toEqual([]);
});

test('other nodes get the numbers of messages and no text, and lists of ids in parts', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const message = { conversationId: 'talk', lowId: 'ada', highId: 'bob', number: 7 };
  const rest = { id: 'id', senderId: 'ada', sender: 'Ada', text: 'secret', sentAt: new Date() };
  a.events.publish({ type: 'messages-sent', messages: [{ ...message, ...rest }] });
  const userIds = Array.from({ length: 250 }, (_, index) => `${index}`.padEnd(36, '-'));
  a.events.publish({ type: 'friends-changed', userIds });
  await expect.poll(() => b.received.length).toBe(4);
  expect(b.received[0]).toEqual({ type: 'messages-stored', messages: [message] });
  const lists = b.received.slice(1).map((event) => ('userIds' in event ? event.userIds : []));
  expect(lists.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(lists.flat()).toEqual(userIds);
});

test('after a broken connection a node resynchronizes, and events of the meantime arrive', async () => {
  const [a, b] = [await startNode(), await startNode()];
  await database.db.$client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'guildhall events' and datname = current_database()`,
  );
  a.events.publish({ type: 'unread-changed', userId: 'ada' });
  await expect.poll(() => b.received).toContainEqual({ type: 'resynchronize' });
  await expect.poll(() => a.received).toContainEqual({ type: 'resynchronize' });
  a.events.publish({ type: 'unread-changed', userId: 'bob' });
  await expect.poll(() => b.received).toContainEqual({ type: 'unread-changed', userId: 'bob' });
});

test('texts that Postgres rejects become a gap for all nodes, and later texts arrive', async () => {
  const connect = () => openDirectClient({ ...inject('postgres'), database: database.name });
  const transport = createPostgresEventTransport({ connect, log });
  const received: string[] = [];
  await transport.start({
    onText: (text) => received.push(text),
    onGap: () => received.push('(gap)'),
  });
  // Longer than a notification may be: an error of the statement, as if the queue were full.
  transport.send(['x'.repeat(8_000)]);
  await expect.poll(() => received).toEqual(['(gap)']);
  transport.send(['later']);
  await expect.poll(() => received).toEqual(['(gap)', 'later']);
  await transport.stop();
});

test('an unreadable text of the channel is ignored', async () => {
  const b = await startNode();
  const a = await startNode();
  for (const text of ['{', '{"node":"x","events":[{"type":"unknown"},{"type":"account-ended"}]}']) {
    await database.db.$client.query('select pg_notify($1, $2)', ['guildhall_events', text]);
  }
  a.events.publish({ type: 'unread-changed', userId: 'ada' });
  await expect.poll(() => b.received).toEqual([{ type: 'unread-changed', userId: 'ada' }]);
});

test('a node has a row while it runs, and rows of dead nodes are deleted', async () => {
  const old = new Date(Date.now() - nodeConstants.deadAfterMs - 5_000);
  const id = '00000000-0000-4000-8000-000000000000';
  await database.db.insert(nodes).values({ id, startedAt: old, seenAt: old });
  const [a] = [await startNode(), await startNode()];
  const rows = await database.db.select({ id: nodes.id }).from(nodes);
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => row.id)).not.toContain(id);
  await a?.events.stop();
  expect(await database.db.select({ id: nodes.id }).from(nodes)).toHaveLength(1);
});

test('a limit of 10 is 10 over three nodes with simultaneous actions', async () => {
  const all = [await startNode(), await startNode(), await startNode()];
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      all[index % 3]?.rateLimiter.take('login-by-account-and-address', 'ada'),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await expect(
    all[2]?.rateLimiter.take('login-by-account-and-address', 'ada'),
  ).rejects.toMatchObject({ code: 'rate-limited', status: 429 });
  await all[0]?.rateLimiter.take('login-by-account-and-address', 'bob');
});

test('a client that floods three nodes with socket events gets the events of one account', async () => {
  const all = [await startNode(), await startNode(), await startNode()];
  let accepted = 0;
  await Promise.all(
    Array.from({ length: 900 }, async (_, index) => {
      try {
        await all[index % 3]?.rateLimiter.take('socket-events-by-account', 'ada');
        accepted += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate-limited' });
      }
    }),
  );
  expect(accepted).toBe(240);
});

test('keys of any length and with any characters are counted', async () => {
  const [a, b] = [await startNode(), await startNode()];
  for (const key of ['x'.repeat(100_000), 'zero \0', '{"\\', '\ud800']) {
    for (let index = 0; index < 10; index += 1) {
      await a.rateLimiter.take('comment-by-account', key);
    }
    await expect(b.rateLimiter.take('comment-by-account', key)).rejects.toMatchObject({
      code: 'rate-limited',
    });
  }
});

test('a success on one node restores the budget on the others', async () => {
  const [a, b] = [await startNode(), await startNode()];
  const name = 'login-by-account-and-address';
  for (let index = 0; index < 10; index += 1) await a.rateLimiter.take(name, 'eve');
  await b.rateLimiter.giveBack(name, 'eve');
  await a.rateLimiter.take(name, 'eve');
  await expect(a.rateLimiter.take(name, 'eve')).rejects.toThrow();
  await b.rateLimiter.reset(name, 'eve');
  await vi.waitFor(() => b.rateLimiter.take(name, 'eve'), {
    timeout: timeLimits.effect,
    interval: 100,
  });
  await vi.waitFor(() => a.rateLimiter.take(name, 'eve'), {
    timeout: timeLimits.effect,
    interval: 100,
  });
});
