import { and, asc, desc, eq, ne, not, sql } from 'drizzle-orm';
import { blocks, discussionSubscriptions, discussions } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';

interface NewComment {
  discussionId: string;
  title: string;
  /** The author of the comment. */
  actorId: string;
}

/**
 * Notifies the subscribers of a discussion of a new comment, after its transaction. The author of
 * the comment is not notified, nor is anyone who blocks the author or is blocked by them. When
 * there are more than `discussionConstants.notifiedMax` subscribers, the author of the discussion and the
 * earliest subscribers are notified. Errors are logged, never thrown: the comment is stored
 * already.
 */
export async function notifySubscribers(
  { db, notifier, log }: Pick<Ctx, 'db' | 'notifier' | 'log'>,
  { discussionId, title, actorId }: NewComment,
): Promise<void> {
  try {
    const { userId, since } = discussionSubscriptions;
    const readers = await db
      .select({ userId })
      .from(discussionSubscriptions)
      .innerJoin(discussions, eq(discussions.id, discussionSubscriptions.discussionId))
      .where(
        and(
          eq(discussionSubscriptions.discussionId, discussionId),
          discussionSubscriptions.wanted,
          ne(userId, actorId),
          not(sql`exists (select from ${blocks}
            where (blocker_id = ${actorId}::uuid and blocked_id = ${userId})
              or (blocker_id = ${userId} and blocked_id = ${actorId}::uuid))`),
        ),
      )
      .orderBy(desc(eq(userId, discussions.authorId)), asc(since), asc(userId))
      .limit(discussionConstants.notifiedMax);
    for (const reader of readers) {
      notifier.post({
        ...reader,
        kind: 'discussion-comment',
        actorId,
        thing: discussionId,
        thingName: title,
      });
    }
  } catch (error) {
    log.warn({ err: error }, 'subscribers of a discussion could not be notified');
  }
}
