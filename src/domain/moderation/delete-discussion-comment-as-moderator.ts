import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { deleteCommentInTransaction } from '../discussions/comments/delete-comment-in-transaction.ts';
import { appendToModerationLog } from './append-to-moderation-log.ts';
import { requireModerator } from './require-moderator.ts';

/**
 * Deletes a discussion comment of any author. The log stores its text, author and discussion.
 * @throws AppError `login-required`, `moderators-only`, `comment-gone`.
 */
export async function deleteDiscussionCommentAsModerator(
  ctx: Ctx,
  { commentId, reason }: { commentId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  await ctx.db.transaction(async (tx) => {
    const comment = await deleteCommentInTransaction(tx, { commentId });
    const [author] = await tx
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.id, comment.authorId));
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'delete-comment',
      targetId: comment.authorId,
      reason,
      details: {
        text: comment.text,
        author: author?.username ?? null,
        discussion: comment.title,
        written: comment.createdAt.toISOString(),
      },
      at: ctx.clock.now(),
    });
  });
  ctx.events.publish({ type: 'content-removed' });
}
