import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import {
  conversations,
  discussionComments,
  discussionSearch,
  discussionSubscriptions,
  discussions,
  messages,
  moderationLog,
  notifications,
  notificationsToMail,
  pendingNotifications,
  profileComments,
  reportCases,
  tradeOffers,
} from '#database/schema.ts';
import { removedText } from '#shared/constants/account-data.ts';
import type { Ctx } from '../context.ts';
import { removeCopies } from './remove-copies.ts';

type RemovalCtx = Pick<Ctx, 'db'>;

/** Rows that one statement changes, so that none takes long. */
const batchSize = 500;

/**
 * Removes what a deleted account wrote to others. Messages, discussions and comments on discussions stay in
 * their places with the text 'Removed by its author.', so that the answers of others still make sense.
 * Comments on profiles are deleted. Rows that another request has locked are left for the second run.
 */
export async function removeTexts(ctx: RemovalCtx, userId: string): Promise<void> {
  await removeMessages(ctx, userId);
  await removeDiscussions(ctx, userId);
  await repeat(() => removeDiscussionComments(ctx, userId));
  await repeat(() => removeProfileComments(ctx, userId));
  await ctx.db
    .update(tradeOffers)
    .set({ message: '' })
    .where(and(eq(tradeOffers.senderId, userId), ne(tradeOffers.message, '')));
  await removeCopies(ctx, eq(reportCases.authorId, userId));
  await ctx.db
    .update(moderationLog)
    .set({ details: sql`${moderationLog.details} - array['text', 'title', 'caption']` })
    .where(eq(moderationLog.targetId, userId));
}

/** Repeats `work` until a batch is not full. */
async function repeat(work: () => Promise<number>): Promise<void> {
  while ((await work()) === batchSize);
}

/** One conversation after the other, because messages have no index of their senders. */
async function removeMessages({ db }: RemovalCtx, userId: string): Promise<void> {
  const own = or(eq(conversations.lowId, userId), eq(conversations.highId, userId));
  for (let after: string | null = null; ; ) {
    const batch: { id: string }[] = await db
      .select({ id: conversations.id })
      .from(conversations)
      .where(after ? and(own, gt(conversations.id, after)) : own)
      .orderBy(asc(conversations.id))
      .limit(batchSize);
    for (const { id } of batch) await removeMessagesOf({ db }, userId, id);
    after = batch.at(-1)?.id ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}

async function removeMessagesOf(
  { db }: RemovalCtx,
  userId: string,
  conversationId: string,
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

async function removeDiscussions({ db }: RemovalCtx, userId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const own = eq(discussions.authorId, userId);
    const batch: { id: string }[] = await db
      .select({ id: discussions.id })
      .from(discussions)
      .where(after ? and(own, gt(discussions.id, after)) : own)
      .orderBy(asc(discussions.id))
      .limit(batchSize);
    for (const { id } of batch) await removeDiscussion({ db }, id);
    after = batch.at(-1)?.id ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}

/** Removes title, text and game of a discussion, from the search, notifications and the moderation log too. */
async function removeDiscussion({ db }: RemovalCtx, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const title = sql`(select ${discussions.title} from ${discussions} where ${discussions.id} = ${id})`;
    // Deleted comments of others name the discussion.
    await tx
      .update(moderationLog)
      .set({ details: sql`${moderationLog.details} - 'discussion'` })
      .where(sql`${moderationLog.details} ->> 'discussion' = ${title}`);
    await tx
      .update(discussions)
      .set({ title: removedText, content: removedText, game: '', gameId: null })
      .where(eq(discussions.id, id));
    await tx
      .update(discussionSearch)
      .set({ words: '' })
      .where(eq(discussionSearch.discussionId, id));
  });
  const receivers = db
    .select({ userId: discussionSubscriptions.userId })
    .from(discussionSubscriptions)
    .where(eq(discussionSubscriptions.discussionId, id));
  await db
    .update(notifications)
    .set({ thingName: removedText })
    .where(
      and(
        inArray(notifications.userId, receivers),
        eq(notifications.kind, 'discussion-comment'),
        eq(notifications.thing, id),
      ),
    );
  await db
    .update(notificationsToMail)
    .set({ thingName: removedText })
    .where(
      and(eq(notificationsToMail.kind, 'discussion-comment'), eq(notificationsToMail.thing, id)),
    );
  await db
    .update(pendingNotifications)
    .set({ thingName: removedText })
    .where(
      and(eq(pendingNotifications.kind, 'discussion-comment'), eq(pendingNotifications.thing, id)),
    );
}

async function removeDiscussionComments({ db }: RemovalCtx, userId: string): Promise<number> {
  const batch = db
    .select({ id: discussionComments.id })
    .from(discussionComments)
    .where(and(eq(discussionComments.authorId, userId), ne(discussionComments.text, removedText)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const removed = await db
    .update(discussionComments)
    .set({ text: removedText })
    .where(sql`${discussionComments.id} = any(array${batch})`)
    .returning({ id: discussionComments.id });
  return removed.length;
}

async function removeProfileComments({ db }: RemovalCtx, userId: string): Promise<number> {
  const batch = db
    .select({ id: profileComments.id })
    .from(profileComments)
    .where(eq(profileComments.authorId, userId))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const removed = await db
    .delete(profileComments)
    .where(sql`${profileComments.id} = any(array${batch})`)
    .returning({ id: profileComments.id });
  return removed.length;
}
