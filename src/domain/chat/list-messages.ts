import { and, desc, eq, exists, lt, or, sql } from 'drizzle-orm';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { firstWithinBytes } from '../lib/limit-bytes.ts';

/**
 * The last `count` messages (200 and 256 KB at most) of a conversation of the actor with a friend, before a number
 * or of all, in order; none of what is anybody else's.
 * @throws Refusal `login-required`, `guest-not-allowed`.
 */
export async function listMessages(
  ctx: Ctx,
  input: { conversationId: string; before?: number; count: number },
): Promise<ChatMessage[]> {
  const { conversationId, before, count } = input;
  const actor = requirePlayer(ctx);
  const own = ctx.db
    .select({ one: sql`1` })
    .from(conversations)
    .innerJoin(
      friendships,
      and(eq(friendships.lowId, conversations.lowId), eq(friendships.highId, conversations.highId)),
    )
    .where(
      and(
        eq(conversations.id, conversationId),
        or(eq(conversations.lowId, actor.id), eq(conversations.highId, actor.id)),
      ),
    );
  const rows = await ctx.db
    .select({
      number: messages.number,
      id: messages.id,
      sender: users.displayUsername,
      text: messages.text,
      sentAt: messages.sentAt,
    })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderId))
    .where(
      and(
        eq(messages.conversationId, conversationId),
        before === undefined ? undefined : lt(messages.number, before),
        exists(own),
      ),
    )
    .orderBy(desc(messages.number))
    .limit(Math.min(count, chatConstants.missedMax));
  return firstWithinBytes(rows, ({ text }) => Buffer.byteLength(text))
    .toReversed()
    .map((row) => ({ conversationId, ...row, sentAt: row.sentAt.toISOString() }));
}
