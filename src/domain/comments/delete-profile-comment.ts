import { and, eq, isNull, or } from 'drizzle-orm';
import { profileComments } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * Deletes a comment that the actor wrote or that is on the actor's own profile. Moderators delete other
 * comments by `moderation/deleting/delete-thing.ts`, which logs the reason.
 * @throws AppError `login-required`; `comment-gone`, also for a comment that the actor may not delete.
 */
export async function deleteProfileComment(
  ctx: Ctx,
  { commentId }: { commentId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  const deleted = await ctx.db
    .delete(profileComments)
    .where(
      and(
        eq(profileComments.id, commentId),
        or(
          eq(profileComments.authorId, id),
          // The owner of the profile does not see hidden comments of others.
          and(eq(profileComments.profileId, id), isNull(profileComments.hiddenCause)),
        ),
      ),
    )
    .returning({ id: profileComments.id });
  if (deleted.length === 0) throw new AppError('comment-gone');
  ctx.events.publish({ type: 'content-removed' });
}
