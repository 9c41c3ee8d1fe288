import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#database/client.ts';
import { profileComments, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';

/**
 * Deletes a profile comment of any author. The log stores its text, author and profile.
 * @throws AppError `login-required`, `moderators-only`, `comment-gone`.
 */
export async function deleteProfileCommentAsModerator(
  ctx: Ctx,
  { commentId, reason }: { commentId: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => removeProfileComment(tx, commentId, act));
  ctx.events.publish({ type: 'content-removed' });
}

/** The deletion in the caller's transaction. @throws AppError `comment-gone`. */
export async function removeProfileComment(
  tx: Queryable,
  commentId: string,
  act: ModeratorAct,
): Promise<void> {
  const author = alias(users, 'author');
  const owner = alias(users, 'owner');
  const [comment] = await tx
    .delete(profileComments)
    .where(eq(profileComments.id, commentId))
    .returning();
  if (!comment) throw new AppError('comment-gone');
  const [names] = await tx
    .select({ author: author.displayUsername, profile: owner.displayUsername })
    .from(author)
    .innerJoin(owner, eq(owner.id, comment.profileId))
    .where(eq(author.id, comment.authorId));
  await appendToModerationLog(tx, {
    ...act,
    act: 'delete-comment',
    targetId: comment.authorId,
    details: {
      text: comment.text,
      author: names?.author ?? null,
      profile: names?.profile ?? null,
      written: comment.createdAt.toISOString(),
    },
  });
}
