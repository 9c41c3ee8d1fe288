import { and, eq } from 'drizzle-orm';
import { discussions } from '#database/schema.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { discussionGone } from './discussion-permissions.ts';

/**
 * Deletes a discussion of the actor's with all that was said in it. Moderators delete others by
 * `moderation/delete-discussion.ts`, which writes down why.
 * @throws Refusal `login-required`, `discussion-gone` (also to whom it does not belong).
 */
export async function deleteDiscussion(
  ctx: Ctx,
  { discussionId }: { discussionId: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  const gone = await ctx.db
    .delete(discussions)
    .where(and(eq(discussions.id, discussionId), eq(discussions.authorId, id)))
    .returning({ id: discussions.id });
  if (gone.length === 0) throw discussionGone();
}
