import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#database/client.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { createMessageWriter } from './batched-message-writer.ts';

const database = useDatabase();

function createFixture(db: Database) {
  const { clock, events, log } = createTestCtx(db);
  const warn = vi.fn();
  const writer = createMessageWriter({ db, clock, events, log: { ...log, warn } });
  const write = () =>
    writer.write({
      conversationId: randomUUID(),
      senderId: randomUUID(),
      id: randomUUID(),
      sender: 'Ada',
      text: 'hello',
      readsBefore: true,
    });
  return { write, warn };
}

test('all messages of a batch get message-failed when the database cannot be reached', async () => {
  const unreachable = openDatabase({ host: '/nowhere' });
  const { write, warn } = createFixture(unreachable);
  const results = await Promise.allSettled([write(), write(), write()]);
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'message-failed' } });
  expect(warn).toHaveBeenCalled();
  await unreachable.$client.end();
});

test.each([
  ['the server shuts down', '57P01'],
  ['the statement takes too long', '57014'],
  ['the disk is full', '53100'],
])('a message gets message-failed when %s', async (_what, errcode) => {
  const { db } = database;
  const { write, warn } = createFixture(db);
  const fail = vi.spyOn(db.$client, 'query');
  fail.mockRejectedValueOnce(Object.assign(new Error('made up'), { code: errcode }));
  await expect(write()).rejects.toMatchObject({ code: 'message-failed' });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a bug in the statement is thrown as it is, and the writer continues', async () => {
  const { db } = database;
  const { write, warn } = createFixture(db);
  await db.execute(sql`alter table messages rename to renamed_messages`);
  try {
    const results = await Promise.allSettled([write(), write()]);
    const undefinedTable = { status: 'rejected', reason: { code: '42P01' } };
    expect(results).toMatchObject([undefinedTable, undefinedTable]);
    expect(warn).not.toHaveBeenCalled();
  } finally {
    await db.execute(sql`alter table renamed_messages rename to messages`);
  }
  await expect(write()).rejects.toMatchObject({ code: 'not-friends' });
});

test('a bug in our code is thrown as it is', async () => {
  const { db } = database;
  const { write, warn } = createFixture(db);
  const bug = new TypeError('a bug');
  vi.spyOn(db.$client, 'query').mockRejectedValueOnce(bug);
  await expect(write()).rejects.toBe(bug);
  expect(warn).not.toHaveBeenCalled();
});
