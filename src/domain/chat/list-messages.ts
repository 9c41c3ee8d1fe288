import { and, desc, eq, exists, lt, or, sql } from 'drizzle-orm';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { takeWithinBytes } from '../lib/limit-bytes.ts';
import { requirePart } from '../site/parts.ts';

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
  const ownConversation = ctx.db
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
        exists(ownConversation),
      ),
    )
    .orderBy(desc(messages.number))
    .limit(Math.min(count, chatConstants.missedMax));
  return takeWithinBytes(rows, ({ text }) => Buffer.byteLength(text))
    .toReversed()
    .map((row) => ({ conversationId, ...row, sentAt: row.sentAt.toISOString() }));
}
