import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { conversations, messages, users } from '#database/schema.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/is-blank.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import type { SentMessage } from '../events.ts';

interface Input {
  conversationId: string;
  /** Made by whoever sends it, a UUID: sending it again is not saying it again. */
  id: string;
  /** As `messageText` reads it. */
  text: string;
  /**
   * Whether everything before it counts as read, as it does by default: a client that does not say what
   * it shows has shown it all.
   */
  readsBefore?: boolean;
}

/**
 * Says something to a friend; `openConversation` gives the conversation. It is in the database when this
 * answers, with a number of its own, and both are told.
 * @throws Refusal `message-empty`; `not-friends`; `account-suspended` when one of the two is; `key-reused` when the id was used for another text;
 * `rate-limited` after ten in ten seconds, which repeats do not count towards; `message-failed`;
 * `login-required`, `guest-not-allowed`.
 */
export async function sendMessage(ctx: Ctx, input: Input): Promise<SentMessage> {
  const actor = requirePlayer(ctx);
  if (isBlank(input.text)) throw new AppError('message-empty');
  try {
    await ctx.rateLimiter.take('chat-by-account', actor.id);
  } catch (error) {
    const kept = isAppError(error) ? await findKept(ctx, actor.id, input) : null;
    if (kept) return kept;
    throw error;
  }
  let counts = false;
  try {
    const { message, repeated } = await ctx.messageWriter.write({
      ...input,
      readsBefore: input.readsBefore ?? true,
      senderId: actor.id,
      sender: actor.username,
    });
    counts = !repeated;
    return message;
  } finally {
    if (!counts) await ctx.rateLimiter.giveBack('chat-by-account', actor.id);
  }
}

const findMessage = preparedStatement<
  SentMessage,
  { conversationId: string; senderId: string; id: string }
>(
  'find-message',
  sql`select message.conversation_id as "conversationId", talk.low_id as "lowId",
      talk.high_id as "highId", message.number, message.id, message.sender_id as "senderId",
      sender.display_username as sender, message.text, message.sent_at as "sentAt"
    from ${messages} as message
    join ${conversations} as talk on talk.id = message.conversation_id
    join ${users} as sender on sender.id = message.sender_id
    where message.conversation_id = ${sql.placeholder('conversationId')}
      and message.sender_id = ${sql.placeholder('senderId')}
      and message.id = ${sql.placeholder('id')}`,
);

async function findKept(ctx: Ctx, senderId: string, input: Input): Promise<SentMessage | null> {
  const { conversationId, id, text } = input;
  const [kept] = await findMessage(ctx.db, { conversationId, senderId, id });
  return kept?.text === text ? kept : null;
}
