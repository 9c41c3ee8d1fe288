import { and, asc, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { conversations, messages } from '#database/schema.ts';
import { removedText } from '#shared/constants/accounts/removed-texts.ts';
import { batchSize } from '../lib/repeat-full-batches.ts';

/**
 * Removes the texts of what a deleted account wrote: its messages stay in their places, so that the answers of others
 * still make sense. One conversation after the other, because messages have no index of their senders.
 */
export async function removeMessagesOfAccount(db: Queryable, userId: string): Promise<void> {
  const own = or(eq(conversations.lowId, userId), eq(conversations.highId, userId));
  for (let after: string | null = null; ; ) {
    const batch: { id: string }[] = await db
      .select({ id: conversations.id })
      .from(conversations)
      .where(after ? and(own, gt(conversations.id, after)) : own)
      .orderBy(asc(conversations.id))
      .limit(batchSize);
    for (const { id } of batch) await removeMessagesOf(db, { userId, conversationId: id });
    after = batch.at(-1)?.id ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}

async function removeMessagesOf(
  db: Queryable,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<void> {
  for (let after = 0; ; ) {
    const batch = await db
      .select({ number: messages.number })
      .from(messages)
      .where(
        and(
          eq(messages.conversationId, conversationId),
          gt(messages.number, after),
          eq(messages.senderId, userId),
          ne(messages.text, removedText),
        ),
      )
      .orderBy(asc(messages.number))
      .limit(batchSize);
    const last = batch.at(-1);
    if (!last) return;
    after = last.number;
    await db
      .update(messages)
      .set({ text: removedText })
      .where(
        and(
          eq(messages.conversationId, conversationId),
          inArray(
            messages.number,
            batch.map(({ number }) => number),
          ),
        ),
      );
    if (batch.length < batchSize) return;
  }
}
