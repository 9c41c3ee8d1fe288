import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussionComments, discussions, profileComments } from '#database/schema.ts';
import type { WaitingKind } from '#shared/constants/moderation/approval.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { notifyProfileOwner } from '../../comments/post-profile-comment.ts';
import type { Ctx } from '../../context.ts';
import { notifySubscribers } from '../../discussions/comments/notify-subscribers.ts';
import { isBlocked } from '../../friends/blocks/is-blocked.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { hideInTransaction } from '../hiding/hide-thing.ts';
import { hideableKinds } from '../hiding/hideable-kinds.ts';
import { showInTransaction } from '../hiding/show-thing.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';

/** A thing that waits for approval. */
export interface WaitingReference {
  kind: WaitingKind;
  thing: string;
}

/**
 * Approves things that wait, each in a transaction of its own: everybody can see them from now on, and those who are
 * to know of a new comment are notified. Returns how many were approved and how many no longer waited, because
 * another moderator decided about them or their author deleted them.
 * @throws AppError `login-required`, `moderators-only`, `moderate-self`.
 */
export async function approveThings(
  ctx: Ctx,
  things: readonly WaitingReference[],
): Promise<{ approved: number; gone: number }> {
  requireModerator(ctx);
  let [approved, gone] = [0, 0];
  try {
    for (const thing of things) {
      if (await approveThing(ctx, thing)) approved += 1;
      else gone += 1;
    }
  } finally {
    if (approved > 0) {
      ctx.events.publish({ type: 'content-removed' });
      ctx.notifier.deliverSoon();
    }
  }
  return { approved, gone };
}

/** Returns whether it waited. */
async function approveThing(ctx: Ctx, { kind, thing }: WaitingReference): Promise<boolean> {
  const { id: moderatorId } = requireModerator(ctx);
  try {
    await ctx.db.transaction(async (tx) => {
      const { authorId } = await showInTransaction(tx, {
        ...{ kind, thing, cause: 'approval' as const, log: null },
      });
      if (authorId === moderatorId) throw new AppError('moderate-self');
      await appendToModerationLog(tx, {
        ...{ moderatorId, act: 'approve', targetId: authorId, reason: '', at: ctx.clock.now() },
        // No copy of the text: everybody can read it, until its author deletes it.
        details: { kind, thing },
      });
      await notifyOfNewComment(ctx, tx, { kind, thing, authorId });
    });
    return true;
  } catch (error) {
    if (isAppError(error) && (error.code === 'thing-gone' || error.code === 'not-hidden'))
      return false;
    throw error;
  }
}

/** The notification that was not written while the comment waited. */
async function notifyOfNewComment(
  ctx: Ctx,
  tx: Queryable,
  { kind, thing, authorId }: WaitingReference & { authorId: string },
): Promise<void> {
  if (kind === 'discussion-comment') {
    const [discussion] = await tx
      .select({ id: discussions.id, title: discussions.title })
      .from(discussions)
      .innerJoin(discussionComments, eq(discussionComments.discussionId, discussions.id))
      .where(eq(discussionComments.id, thing));
    if (!discussion) return;
    const { id: discussionId, title } = discussion;
    await notifySubscribers(ctx, tx, { discussionId, title, authorId });
  }
  if (kind === 'profile-comment') {
    const [comment] = await tx
      .select({ ownerId: profileComments.profileId })
      .from(profileComments)
      .where(eq(profileComments.id, thing));
    if (!comment || (await isBlocked(tx, comment.ownerId, authorId))) return;
    await notifyProfileOwner(ctx, tx, { ownerId: comment.ownerId, authorId });
  }
}

/**
 * Declines a thing that waits: it stays hidden, now by the moderator and with a reason that its author reads and can
 * appeal against. Undoing that act shows it.
 * @throws AppError `login-required`, `moderators-only`, `thing-gone`, `moderate-self`; `not-waiting` if another
 * moderator decided about it.
 */
export async function declineThing(
  ctx: Ctx,
  { kind, thing, reason }: WaitingReference & { reason: string },
): Promise<void> {
  const { id: moderatorId } = requireModerator(ctx);
  await ctx.db.transaction(async (tx) => {
    const locked = await hideableKinds[kind].lock(tx, thing);
    if (!locked) throw new AppError('thing-gone');
    if (locked.hiddenCause !== 'approval') throw new AppError('not-waiting');
    await hideInTransaction(tx, { kind, thing }, { moderatorId, reason, at: ctx.clock.now() });
  });
  ctx.notifier.deliverSoon();
}
