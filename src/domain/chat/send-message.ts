import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import type { Ctx } from '../context.ts';
import type { SentMessage } from '../events.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { isPartOn, requirePart } from '../site/site-parts.ts';
import { requireAllowedText } from '../text-filters/check-text.ts';
import { findStoredMessage } from './stored-messages.ts';

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

async function findSentMessage(
  ctx: Ctx,
  senderId: string,
  { text, ...input }: Input,
): Promise<SentMessage | null> {
  const earlier = await findStoredMessage(ctx.db, { ...input, senderId });
  return earlier?.text === text ? earlier : null;
}
