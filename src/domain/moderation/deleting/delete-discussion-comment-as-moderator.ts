import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { deleteCommentInTransaction } from '../../discussions/comments/delete-comment-in-transaction.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';

/**
 * Deletes a discussion comment of any author. The log stores its text, author and discussion.
 * @throws AppError `login-required`, `moderators-only`, `comment-gone`.
 */
export async function deleteDiscussionCommentAsModerator(
  ctx: Ctx,
  { commentId, reason }: { commentId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => removeDiscussionComment(tx, commentId, act));
  ctx.events.publish({ type: 'content-removed' });
}

/** The deletion in the caller's transaction. @throws AppError `comment-gone`. */
export async function removeDiscussionComment(
  tx: Queryable,
  commentId: string,
  act: ModeratorAct,
): Promise<void> {
  const comment = await deleteCommentInTransaction(tx, { commentId });
  const [author] = await tx
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, comment.authorId));
  await appendToModerationLog(tx, {
    ...act,
    act: 'delete-comment',
    targetId: comment.authorId,
    details: {
      text: comment.text,
      author: author?.username ?? null,
      discussion: comment.title,
      written: comment.createdAt.toISOString(),
    },
  });
}
