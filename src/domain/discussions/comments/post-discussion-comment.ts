import { and, eq, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { discussionComments, discussionSubscriptions, discussions } from '#database/schema.ts';
import { requireWritePermission } from '#domain/accounts/require-write-permission.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { letWait } from '#domain/lib/hiding/hideable-kind.ts';
import { mayReadHidden } from '#domain/lib/hiding/who-sees-hidden.ts';
import { runAdmitted } from '#domain/lib/idempotency.ts';
import { requireActor, requireNotRetired } from '#domain/permissions/require-actor.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import { requirePart } from '../../site/site-parts.ts';
import { type Admission, admitNewThing } from '../../text-filters/admit-text.ts';
import { reportFilteredText } from '../../text-filters/report-filtered-text.ts';
import { discussionGoneError, mayComment } from '../discussion-permissions.ts';
import { hideableComments } from './hideable-comments.ts';
import { notifySubscribers } from './notify-subscribers.ts';

interface NewComment {
  discussionId: string;
  /** Parsed by `postDiscussionCommentInput`. */
  text: string;
  /** The idempotency key of the form. */
  key: string;
}

/**
 * Adds a comment to a discussion. Guests may comment; in a private discussion only its author may. The commenter is
 * subscribed, unless they unsubscribed before, and the other subscribers are notified. It may wait for approval;
 * then nobody is notified before.
 * @throws AppError `login-required`, `comment-empty`, `account-suspended`, `muted`, `rate-limited` (20 a minute),
 * `text-refused`, `waiting-limit`, `discussion-gone`, `discussion-private`, `thing-hidden`, `discussion-full`,
 * `key-reused`.
 */
export async function postDiscussionComment(
  ctx: Ctx,
  { discussionId, text, key }: NewComment,
): Promise<{ id: string }> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  if (isBlank(text)) throw new AppError('comment-empty');
  const request = { useCase: 'post-discussion-comment', input: { discussionId, text } };
  async function admit() {
    await requirePart(ctx, 'discussions');
    await requireWritePermission(ctx, userId);
    await ctx.rateLimiter.take('discussion-comment-by-account', userId);
    return admitNewThing(ctx, userId, { text });
  }
  async function work(tx: Transaction, { verdict, waits, requireRoom }: Admission) {
    await requireRoom(tx);
    const { title } = await countComment(tx, { discussionId, actor, now: ctx.clock.now() });
    const [comment] = await tx
      .insert(discussionComments)
      .values({ discussionId, authorId: userId, text, createdAt: ctx.clock.now() })
      .returning({ id: discussionComments.id });
    if (!comment) throw new Error('The row of a comment was not inserted.');
    await reportFilteredText(tx, verdict, {
      ...{ kind: 'discussion-comment', thing: comment.id, authorId: userId, copy: text },
      at: ctx.clock.now(),
    });
    await requireNotRetired(tx, actor);
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId, userId, wanted: true, since: ctx.clock.now() })
      .onConflictDoNothing();
    if (waits) await letWait(tx, hideableComments, { id: comment.id, at: ctx.clock.now() });
    else await notifySubscribers(ctx, tx, { discussionId, title, authorId: userId });
    return comment;
  }
  const comment = await runAdmitted(ctx, { userId, key, request }, { admit, work });
  ctx.notifier.deliverSoon();
  return comment;
}

/**
 * Updates the discussion's row before the comment is inserted. An insert that refers to the row
 * takes a shared lock on it; two transactions that then update the row would deadlock.
 */
async function countComment(
  tx: Queryable,
  { discussionId, actor, now }: { discussionId: string; actor: Actor; now: Date },
): Promise<{ title: string }> {
  const userId = actor.id;
  const [counted] = await tx
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} + 1`,
      lastActivityAt: sql`greatest(${discussions.lastActivityAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(discussions.id, discussionId),
        isNull(discussions.hiddenCause),
        lt(discussions.commentCount, discussionConstants.commentsMax),
        or(not(discussions.isPrivate), eq(discussions.authorId, userId)),
      ),
    )
    .returning({ title: discussions.title });
  if (counted) return counted;
  const [found] = await tx
    .select({
      isPrivate: discussions.isPrivate,
      authorId: discussions.authorId,
      hiddenCause: discussions.hiddenCause,
    })
    .from(discussions)
    .where(eq(discussions.id, discussionId));
  if (!found) throw discussionGoneError();
  if (found.hiddenCause !== null) {
    throw mayReadHidden(actor, found.authorId)
      ? new AppError('thing-hidden')
      : discussionGoneError();
  }
  const isAllowed = mayComment({ id: userId }, found);
  throw new AppError(isAllowed ? 'discussion-full' : 'discussion-private');
}
