import { and, eq } from 'drizzle-orm';
import { discussions } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { discussionGoneError } from './discussion-permissions.ts';

/**
 * Deletes a discussion of the actor with all its comments. Moderators delete other players'
 * discussions by `moderation/deleting/delete-thing.ts`, which records a reason.
 * @throws AppError `login-required`; `discussion-gone`, also when the discussion belongs to another
 * account.
 */
export async function deleteDiscussion(
  ctx: Ctx,
  { discussionId }: { discussionId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  const deleted = await ctx.db
    .delete(discussions)
    .where(and(eq(discussions.id, discussionId), eq(discussions.authorId, id)))
    .returning({ id: discussions.id });
  if (deleted.length === 0) throw discussionGoneError();
  ctx.events.publish({ type: 'content-removed' });
}
