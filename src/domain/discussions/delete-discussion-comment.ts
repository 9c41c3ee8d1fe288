import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { removeComment } from './remove-comment.ts';

/**
 * Deletes a comment of the actor's. Moderators delete others by `moderation/delete-discussion-comment.ts`,
 * which writes down why.
 * @throws Refusal `login-required`, `comment-gone` (also to whom it does not belong).
 */
export async function deleteDiscussionComment(
  ctx: Ctx,
  { commentId }: { commentId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  await ctx.db.transaction((tx) => removeComment(tx, { commentId, authorId: id }));
}
