import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { boolean } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { sendText, useChat } from '#test/fixtures/chat.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { ChatClient } from '../../test/crash/chat-client.ts';

const database = useDatabase();
const startChat = useChat(database);

/** Makes the database answer as one that is shutting down. */
const rejectMessages = sql`create sequence rejections;
  create function stop_insert() returns trigger language plpgsql as $$ begin
    perform nextval('rejections');
    raise exception 'shutting down' using errcode = 'admin_shutdown';
  end $$;
  create trigger stop_insert before insert on messages execute function stop_insert()`;
const acceptMessages = sql`drop function if exists stop_insert cascade;
  drop sequence if exists rejections`;
const readRejected = declareStatement<{ rejected: boolean }, Record<string, never>>(
  { rejected: boolean },
  sql`select last_value is not null as rejected from pg_sequences where sequencename = 'rejections'`,
);

/** Whether the database has rejected a message. A sequence is not rolled back. */
async function isRejecting(): Promise<boolean> {
  const [row] = await readRejected(database.db, {});
  return row?.rejected === true;
}

test('a message that an unavailable database did not store can be sent again', async () => {
  const { adas, conversationId } = await startChat();
  const id = randomUUID();
  await database.db.execute(rejectMessages);
  try {
    const answer = await sendText(adas, 'hello', { conversationId, id });
    expect(answer).toMatchObject({ ok: false, code: 'message-failed' });
  } finally {
    await database.db.execute(acceptMessages);
  }
  expect(await sendText(adas, 'hello', { conversationId, id })).toMatchObject({ ok: true });
});

test('a page sends a message again when the database was unavailable', async () => {
  const { ada, bob, origin } = await startChat();
  const { actor, headers } = ada;
  const client = new ChatClient(origin, actor.username, bob.actor.username, headers.Cookie);
  await database.db.execute(rejectMessages);
  try {
    const sending = client.sendNext();
    await expect.poll(isRejecting).toBe(true);
    await database.db.execute(acceptMessages);
    await sending;
    expect(client.shown.map(({ id }) => id)).toEqual(client.acknowledged);
  } finally {
    client.disconnect();
    await database.db.execute(acceptMessages);
  }
});

test('a message that a bug prevents gets a general text with an id, under which the log has the bug', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const { adas, conversationId } = await startChat({ log });
  await database.db.execute(sql`alter table messages rename to renamed_messages`);
  try {
    const answer = await sendText(adas, 'hello', { conversationId });
    expect(answer).toMatchObject({ ok: false, code: 'failed' });
    const [, id = 'no id'] = /\(([\w-]{36})\)$/.exec(answer.ok ? '' : answer.error) ?? [];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(id);
    expect(lines[0]).toContain('"level":50');
    expect(lines[0]).toContain('does not exist');
  } finally {
    await database.db.execute(sql`alter table renamed_messages rename to messages`);
  }
});

test('an unexpected error gets a general text, and its details are only in the log', async () => {
  const { adas, services, conversationId } = await startChat();
  const {
    chat: { writer },
  } = services;
  const write = writer.write;
  writer.write = () => Promise.reject(new Error('secret detail'));
  try {
    const answer = await sendText(adas, 'hello', { conversationId });
    expect(answer).toMatchObject({ ok: false, code: 'failed' });
    expect(JSON.stringify(answer)).not.toContain('secret');
  } finally {
    writer.write = write;
  }
});
