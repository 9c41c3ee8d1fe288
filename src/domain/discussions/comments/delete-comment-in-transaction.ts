import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussionComments, discussions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Deletes a comment of a discussion in the caller's transaction; with `authorId`, only a comment of
 * that account. Locks the discussion's row first, in the same order as commenting and deleting do.
 * @throws AppError `comment-gone`.
 */
export async function deleteCommentInTransaction(
  tx: Queryable,
  { commentId, authorId }: { commentId: string; authorId?: string },
): Promise<typeof discussionComments.$inferSelect & { title: string }> {
  const condition = and(
    eq(discussionComments.id, commentId),
    authorId === undefined ? undefined : eq(discussionComments.authorId, authorId),
  );
  const discussion = await lockDiscussionOfComment(tx, condition);
  const [deleted] = await tx.delete(discussionComments).where(condition).returning();
  if (!discussion || !deleted) throw new AppError('comment-gone');
  // A hidden comment was not counted.
  if (deleted.hiddenCause === null) await countWithoutComment(tx, discussion.id);
  return { ...deleted, title: discussion.title };
}

/** Locks the discussion of the comment that `condition` selects; undefined if there is no such comment. */
export async function lockDiscussionOfComment(tx: Queryable, condition: SQL | undefined) {
  const [discussion] = await tx
    .select({ id: discussions.id, title: discussions.title })
    .from(discussions)
    .where(
      eq(
        discussions.id,
        tx
          .select({ id: discussionComments.discussionId })
          .from(discussionComments)
          .where(condition),
      ),
    )
    .for('update');
  return discussion;
}

/** Counts one comment less in a discussion after it was deleted or hidden, and finds the last activity again. */
export async function countWithoutComment(tx: Queryable, discussionId: string): Promise<void> {
  await tx
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} - 1`,
      lastActivityAt: sql`coalesce((select comment.created_at from ${discussionComments} as comment
        where comment.discussion_id = ${discussionId} and comment.hidden_cause is null
        order by comment.id desc limit 1), ${discussions.createdAt})`,
    })
    .where(eq(discussions.id, discussionId));
}
