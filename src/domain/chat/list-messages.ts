import { sql } from 'drizzle-orm';
import { integer, text, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import type { Ctx } from '../context.ts';
import { takeWithinBytes } from '../lib/limit-bytes.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';

/**
 * The last `count` messages of the actor's conversation with a friend, in order, at most 200
 * messages and 256 KB; with `before`, only messages before that number. Empty for other
 * conversations.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function listMessages(
  ctx: Ctx,
  input: { conversationId: string; before?: number; count: number },
): Promise<ChatMessage[]> {
  const { conversationId, before, count } = input;
  const actor = requirePlayer(ctx);
  await requirePart(ctx, 'chat');
  const rows = await readMessages(ctx.db, {
    conversationId,
    actorId: actor.id,
    before: before ?? afterAll,
    count: Math.min(count, chatConstants.missedMax),
  });
  return takeWithinBytes(rows, ({ text }) => Buffer.byteLength(text))
    .toReversed()
    .map((row) => ({ conversationId, ...row, sentAt: row.sentAt.toISOString() }));
}

/** A number after that of every message. */
const afterAll = 2_147_483_647;

type Row = Pick<ChatMessage, 'number' | 'id' | 'sender' | 'text'> & { sentAt: Date };

interface Values extends Record<string, unknown> {
  conversationId: string;
  actorId: string;
  before: number;
  count: number;
}

const actorId = unknownToPlanner(sql.placeholder('actorId'), 'uuid');

const readMessages = prepareStatement<Row, Values>(
  'list-messages',
  { number: integer, id: uuid, sender: text, text, sentAt: timestamptz },
  sql`select said.number, said.id, sender.display_username as sender, said.text,
      said.sent_at as "sentAt"
    from ${conversations} as conversation
    join ${friendships} as friendship on friendship.low_id = conversation.low_id
      and friendship.high_id = conversation.high_id
    join lateral (select * from ${messages} as message
      where message.conversation_id = conversation.id
        and message.number < ${unknownToPlanner(sql.placeholder('before'), 'integer')}
      order by message.number desc
      limit ${unknownToPlanner(sql.placeholder('count'), 'integer')}) as said on true
    join ${users} as sender on sender.id = said.sender_id
    where conversation.id = ${unknownToPlanner(sql.placeholder('conversationId'), 'uuid')}
      and (conversation.low_id = ${actorId} or conversation.high_id = ${actorId})
    order by said.number desc`,
);
