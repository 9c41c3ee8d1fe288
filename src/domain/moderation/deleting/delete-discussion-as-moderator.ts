import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';

/**
 * Deletes a discussion of any author with all its comments. The log stores its text and author.
 * @throws AppError `login-required`, `moderators-only`, `discussion-gone`.
 */
export async function deleteDiscussionAsModerator(
  ctx: Ctx,
  { discussionId, reason }: { discussionId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => removeDiscussion(tx, discussionId, act));
  ctx.events.publish({ type: 'content-removed' });
}

/** The deletion in the caller's transaction. @throws AppError `discussion-gone`. */
export async function removeDiscussion(
  tx: Queryable,
  discussionId: string,
  act: ModeratorAct,
): Promise<void> {
  const [discussion] = await tx
    .delete(discussions)
    .where(eq(discussions.id, discussionId))
    .returning();
  if (!discussion) throw new AppError('discussion-gone');
  const [author] = await tx
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, discussion.authorId));
  await appendToModerationLog(tx, {
    ...act,
    act: 'delete-discussion',
    targetId: discussion.authorId,
    details: {
      title: discussion.title,
      text: discussion.content,
      author: author?.username ?? null,
      comments: discussion.commentCount,
      written: discussion.createdAt.toISOString(),
    },
  });
}
