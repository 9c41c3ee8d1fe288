import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussionComments, discussions } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/**
 * Takes a comment out of its discussion, in the caller's transaction; with `authorId`, one of that
 * account alone. The discussion's row is held first, as by whoever comments or deletes it.
 * @throws Refusal `comment-gone`.
 */
export async function removeComment(
  tx: Queryable,
  { commentId, authorId }: { commentId: string; authorId?: string },
): Promise<typeof discussionComments.$inferSelect & { title: string }> {
  const which = and(
    eq(discussionComments.id, commentId),
    authorId === undefined ? undefined : eq(discussionComments.authorId, authorId),
  );
  const [discussion] = await tx
    .select({ id: discussions.id, title: discussions.title })
    .from(discussions)
    .where(
      eq(
        discussions.id,
        tx.select({ id: discussionComments.discussionId }).from(discussionComments).where(which),
      ),
    )
    .for('update');
  const [taken] = await tx.delete(discussionComments).where(which).returning();
  if (!discussion || !taken) throw new AppError('comment-gone');
  await tx
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} - 1`,
      lastActivityAt: sql`coalesce((select comment.created_at from ${discussionComments} as comment
        where comment.discussion_id = ${discussion.id} order by comment.id desc limit 1),
        ${discussions.createdAt})`,
    })
    .where(eq(discussions.id, discussion.id));
  return { ...taken, title: discussion.title };
}
