import { and, eq, or } from 'drizzle-orm';
import { profileComments } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/**
 * Deletes a comment that the actor wrote, or that stands on the actor's own profile. Moderators delete
 * others by `moderation/delete-comment.ts`, which writes down why.
 * @throws Refusal `login-required`, `comment-gone` (also to whom it does not belong).
 */
export async function deleteProfileComment(
  ctx: Ctx,
  { commentId }: { commentId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  const gone = await ctx.db
    .delete(profileComments)
    .where(
      and(
        eq(profileComments.id, commentId),
        or(eq(profileComments.authorId, id), eq(profileComments.profileId, id)),
      ),
    )
    .returning({ id: profileComments.id });
  if (gone.length === 0) throw new AppError('comment-gone');
}
