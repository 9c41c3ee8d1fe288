import { sql } from 'drizzle-orm';
import {
  type ColumnTypes,
  integer,
  type LeftJoined,
  leftJoined,
  text,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import type { Ctx } from '../context.ts';
import { limitRowsToBytes } from '../lib/limit-bytes.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';

interface StoredMessage {
  number: number;
  id: string;
  sender: string;
  text: string;
  sentAt: Date;
}

type Row = LeftJoined<StoredMessage> & { lastNumber: number };

const columns: ColumnTypes<Row> = {
  lastNumber: integer,
  ...leftJoined<StoredMessage>({
    number: integer,
    id: uuid,
    sender: text,
    text,
    sentAt: timestamptz,
  }),
};

const value = sql.placeholder;

const nextMessages = sql`select said.number, said.id, said.sender_id, said.text, said.sent_at
  from ${messages} as said
  where said.conversation_id = conversation.id and said.number > ${value('after')}::integer
  order by said.number limit ${sql.raw(String(chatConstants.missedMax))}`;

/** Returns one row without a message when no message follows. */
const listAfter = prepareStatement<Row, { conversationId: string; actorId: string; after: number }>(
  'messages-after',
  columns,
  sql`select conversation.last_number as "lastNumber", message.number, message.id,
      sender.display_username as sender, message.text, message.sent_at as "sentAt"
    from ${conversations} as conversation
    join ${friendships} as friendship
      on friendship.low_id = conversation.low_id and friendship.high_id = conversation.high_id
    left join lateral ${limitRowsToBytes(nextMessages, { order: sql`number` }, chatConstants.missedBytes)} as message
      on true
    left join ${users} as sender on sender.id = message.sender_id
    where conversation.id = ${value('conversationId')}::uuid
      and ${value('actorId')}::uuid in (conversation.low_id, conversation.high_id)
    order by message.number`,
);

/**
 * The messages of a conversation after a number, in order: at most 200 messages and 128 KB of text.
 * `lastNumber` is the number of the conversation's last message.
 * @throws AppError `login-required`, `guest-not-allowed`; `not-friends` when it is not a
 * conversation with a friend.
 */
export async function listMessagesAfter(
  ctx: Ctx,
  { conversationId, after }: { conversationId: string; after: number },
): Promise<{ messages: ChatMessage[]; lastNumber: number }> {
  const actor = requirePlayer(ctx);
  await requirePart(ctx, 'chat');
  const rows = await listAfter(ctx.db, { conversationId, actorId: actor.id, after });
  const [first] = rows;
  if (!first) throw new AppError('not-friends');
  const found = rows.flatMap(({ lastNumber: _, ...message }) =>
    message.number === null
      ? []
      : [{ conversationId, ...message, sentAt: message.sentAt.toISOString() }],
  );
  return { messages: found, lastNumber: first.lastNumber };
}
