import type { Ctx } from '#domain/context.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { deleteCommentInTransaction } from './delete-comment-in-transaction.ts';

/**
 * Deletes a comment of the actor. Moderators delete other players' comments by
 * `moderation/deleting/delete-thing.ts`, which records a reason.
 * @throws AppError `login-required`; `comment-gone`, also when the comment belongs to another
 * account.
 */
export async function deleteDiscussionComment(
  ctx: Ctx,
  { commentId }: { commentId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  await ctx.db.transaction((tx) => deleteCommentInTransaction(tx, { commentId, authorId: id }));
  ctx.events.publish({ type: 'content-removed' });
}
