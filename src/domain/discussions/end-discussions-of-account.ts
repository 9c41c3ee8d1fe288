import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import {
  discussionComments,
  discussionSearch,
  discussionSubscriptions,
  discussions,
  moderationLog,
  notifications,
  notificationsToMail,
  pendingNotifications,
} from '#database/schema.ts';
import { removedText } from '#shared/constants/accounts/removed-texts.ts';
import { batchSize, repeatFullBatches } from '../lib/repeat-full-batches.ts';

/** Deletes which discussions a deleted account or retired guest follows. */
export async function deleteSubscriptionsOfAccount(db: Queryable, userId: string): Promise<void> {
  await db.delete(discussionSubscriptions).where(eq(discussionSubscriptions.userId, userId));
}

/**
 * Removes the texts of a deleted account's discussions and comments. They stay in their places, so that the answers of
 * others still make sense. Comments that another request has locked are left for the next run.
 */
export async function removeDiscussionTextsOfAccount(db: Database, userId: string): Promise<void> {
  await removeDiscussions(db, userId);
  await repeatFullBatches(() => removeComments(db, userId));
}

async function removeDiscussions(db: Database, userId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const own = eq(discussions.authorId, userId);
    const batch: { id: string }[] = await db
      .select({ id: discussions.id })
      .from(discussions)
      .where(after ? and(own, gt(discussions.id, after)) : own)
      .orderBy(asc(discussions.id))
      .limit(batchSize);
    for (const { id } of batch) await removeDiscussion(db, id);
    after = batch.at(-1)?.id ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}

/** Removes title, text and game of a discussion, from the search, notifications and the moderation log too. */
async function removeDiscussion(db: Database, id: string): Promise<void> {
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

async function removeComments(db: Database, userId: string): Promise<number> {
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
