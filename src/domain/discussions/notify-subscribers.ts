import { and, asc, desc, eq, ne, not, sql } from 'drizzle-orm';
import { blocks, discussionSubscriptions, discussions } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { Ctx } from '../context.ts';

interface Told {
  discussionId: string;
  title: string;
  /** Who wrote the comment. */
  actorId: string;
}

/**
 * Notes for the subscribers of a discussion that somebody has commented in it, after the commit of that:
 * not for who did, nor for whom they blocked or are blocked by. Of more than `discussion.toldMax` its author
 * and who followed it first are told. Never fails: the comment is there.
 */
export async function notifySubscribers(
  { db, notifier, log }: Pick<Ctx, 'db' | 'notifier' | 'log'>,
  { discussionId, title, actorId }: Told,
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
      .limit(discussionConstants.toldMax);
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
    log.warn({ err: error }, 'subscribers of a discussion could not be told');
  }
}
