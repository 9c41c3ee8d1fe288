import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { type ColumnTypes, integer, text, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, messages, users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { SentMessage } from '../events.ts';

const columns: ColumnTypes<SentMessage> = {
  conversationId: uuid,
  lowId: uuid,
  highId: uuid,
  number: integer,
  id: uuid,
  senderId: uuid,
  sender: text,
  text,
  sentAt: timestamptz,
};

/** The same columns of a statement, whose tables have the names `message`, `conversation` (its conversation) and `sender`. */
const fields = sql`message.conversation_id as "conversationId", conversation.low_id as "lowId",
  conversation.high_id as "highId", message.number, message.id, message.sender_id as "senderId",
  sender.display_username as sender, message.text, message.sent_at as "sentAt"`;

const find = prepareStatement<
  SentMessage,
  { conversationId: string; senderId: string; id: string }
>(
  'find-message',
  columns,
  sql`select ${fields}
    from ${messages} as message
    join ${conversations} as conversation on conversation.id = message.conversation_id
    join ${users} as sender on sender.id = message.sender_id
    where message.conversation_id = ${sql.placeholder('conversationId')}
      and message.sender_id = ${sql.placeholder('senderId')}
      and message.id = ${sql.placeholder('id')}`,
);

/** The message that was stored under the id that its client chose; null without one. */
export async function findStoredMessage(
  db: Queryable,
  { conversationId, senderId, id }: Pick<SentMessage, 'conversationId' | 'senderId' | 'id'>,
): Promise<SentMessage | null> {
  return (await find(db, { conversationId, senderId, id }))[0] ?? null;
}

interface Range {
  conversationId: string;
  after: number;
  to: number;
}

const list = prepareStatement<SentMessage, { ids: string[]; after: number[]; to: number[] }>(
  'stored-messages',
  columns,
  sql`select ${fields}
    from unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('after')}::integer[],
      ${sql.placeholder('to')}::integer[]) as range(id, after, upto)
    join ${conversations} as conversation on conversation.id = range.id
    join lateral (select * from ${messages} as stored
      where stored.conversation_id = range.id and stored.number > range.after
        and stored.number <= range.upto
      order by stored.number limit ${sql.raw(String(chatConstants.missedMax))}) as message on true
    join ${users} as sender on sender.id = message.sender_id
    order by message.conversation_id, message.number`,
);

/** The messages of these ranges, in the order of their numbers: at most 200 of each conversation. */
export async function listStoredMessages(
  db: Queryable,
  ranges: readonly Range[],
): Promise<SentMessage[]> {
  if (ranges.length === 0) return [];
  return list(db, {
    ids: ranges.map(({ conversationId }) => conversationId),
    after: ranges.map(({ after }) => after),
    to: ranges.map(({ to }) => to),
  });
}
