import { sql } from 'drizzle-orm';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, messages, users } from '#database/schema.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/is-blank.ts';
import type { Ctx } from '../context.ts';
import type { SentMessage } from '../events.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { isPartOn, requirePart } from '../site/site-parts.ts';
import { requireAllowedText } from '../text-filters/check-text.ts';
import { sentMessageColumns, sentMessageFields } from './sent-message-columns.ts';

interface Input {
  conversationId: string;
  /** A UUID made by the client. Sending the same id again does not send a second message. */
  id: string;
  /** Parsed by `messageText`. */
  text: string;
  /**
   * Whether all earlier messages count as read. True by default, for clients that do not report
   * what they show.
   */
  readsBefore?: boolean;
}

/**
 * Sends a message to a friend; `openConversation` gives the conversation id. When it returns, the
 * message is committed and has its number. Both sides get an event.
 * @throws AppError `login-required`, `guest-not-allowed`, `message-empty`, `not-friends`,
 * `messages-refused`, `account-suspended` when one of the two is suspended, `key-reused` when the id was used for
 * another text, `rate-limited` after ten messages in ten seconds (repeats do not count),
 * `message-failed`, `muted`, `text-refused`. Filters that let texts wait or report them do not count, because
 * moderators read no private messages.
 */
export async function sendMessage(ctx: Ctx, input: Input): Promise<SentMessage> {
  const actor = requirePlayer(ctx);
  if (!(await isPartOn(ctx, 'chat'))) {
    // What was sent before is answered as before.
    const earlier = await findSentMessage(ctx, actor.id, input);
    if (earlier) return earlier;
    await requirePart(ctx, 'chat');
  }
  if (isBlank(input.text)) throw new AppError('message-empty');
  try {
    await ctx.rateLimiter.take('chat-by-account', actor.id);
    await requireAllowedText(ctx, { text: input.text });
  } catch (error) {
    const earlier = isAppError(error) ? await findSentMessage(ctx, actor.id, input) : null;
    if (earlier) return earlier;
    throw error;
  }
  let countsTowardsLimit = false;
  try {
    const { message, repeated } = await ctx.chat.writer.write({
      ...input,
      readsBefore: input.readsBefore ?? true,
      senderId: actor.id,
      sender: actor.username,
    });
    countsTowardsLimit = !repeated;
    return message;
  } finally {
    if (!countsTowardsLimit) await ctx.rateLimiter.giveBack('chat-by-account', actor.id);
  }
}

const findMessage = prepareStatement<
  SentMessage,
  { conversationId: string; senderId: string; id: string }
>(
  'find-message',
  sentMessageColumns,
  sql`select ${sentMessageFields}
    from ${messages} as message
    join ${conversations} as talk on talk.id = message.conversation_id
    join ${users} as sender on sender.id = message.sender_id
    where message.conversation_id = ${sql.placeholder('conversationId')}
      and message.sender_id = ${sql.placeholder('senderId')}
      and message.id = ${sql.placeholder('id')}`,
);

async function findSentMessage(
  ctx: Ctx,
  senderId: string,
  input: Input,
): Promise<SentMessage | null> {
  const { conversationId, id, text } = input;
  const [earlier] = await findMessage(ctx.db, { conversationId, senderId, id });
  return earlier?.text === text ? earlier : null;
}
