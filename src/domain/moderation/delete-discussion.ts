import { eq } from 'drizzle-orm';
import { discussions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { appendToModerationLog } from './append-to-log.ts';
import { requireModerator } from './require-moderator.ts';

/**
 * Deletes anybody's discussion with all that was said in it; the log keeps what it said, and by whom.
 * @throws Refusal `login-required`, `moderators-only`, `discussion-gone`.
 */
export async function deleteDiscussionAsModerator(
  ctx: Ctx,
  { discussionId, reason }: { discussionId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(discussions).where(eq(discussions.id, discussionId)).returning();
    if (!gone) throw new AppError('discussion-gone');
    const [author] = await tx
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.id, gone.authorId));
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'delete-discussion',
      targetId: gone.authorId,
      reason,
      details: {
        title: gone.title,
        text: gone.content,
        author: author?.username ?? null,
        comments: gone.commentCount,
        written: gone.createdAt.toISOString(),
      },
      at: ctx.clock.now(),
    });
  });
}
