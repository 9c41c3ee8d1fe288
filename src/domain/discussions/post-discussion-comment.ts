import { and, eq, lt, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussionComments, discussionSubscriptions, discussions } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/is-blank.ts';
import { requireActor, requireUnretired } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runOnce } from '../lib/idempotency.ts';
import { discussionGone, mayComment, requireUnsuspended } from './discussion-permissions.ts';
import { notifySubscribers } from './notify-subscribers.ts';

interface NewComment {
  discussionId: string;
  /** As `postDiscussionCommentInput` reads it. */
  text: string;
  /** Of the form; sent again it is the same comment. */
  key: string;
}

/**
 * Says something in a discussion: guests too, in a private one its author alone. Who does is subscribed
 * to it, unless they ended that before, and the other subscribers are told.
 * @throws Refusal `login-required`, `comment-empty`, `account-suspended`, `rate-limited` (20 a minute),
 * `discussion-gone`, `discussion-private`, `discussion-full`, `key-reused`.
 */
export async function postDiscussionComment(
  ctx: Ctx,
  { discussionId, text, key }: NewComment,
): Promise<{ id: string }> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  if (isBlank(text)) throw new AppError('comment-empty');
  await requireUnsuspended(ctx, userId);
  await ctx.rateLimiter.take('discussion-comment-by-account', userId);
  const request = { useCase: 'post-discussion-comment', input: { discussionId, text } };
  // By the comment's id: of a transaction that ran again, what the first run wrote is gone.
  const written = new Map<string, { title: string }>();
  const { id } = await runOnce(ctx, { userId, key, request }, async (tx) => {
    const { title } = await countComment(tx, { discussionId, userId, now: ctx.clock.now() });
    const [comment] = await tx
      .insert(discussionComments)
      .values({ discussionId, authorId: userId, text, createdAt: ctx.clock.now() })
      .returning({ id: discussionComments.id });
    if (!comment) throw new Error('A comment was not written.');
    await requireUnretired(tx, actor);
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId, userId, wanted: true, since: ctx.clock.now() })
      .onConflictDoNothing();
    written.set(comment.id, { title });
    return comment;
  });
  const told = written.get(id);
  if (told) await notifySubscribers(ctx, { discussionId, title: told.title, actorId: userId });
  return { id };
}

/**
 * The discussion's row is written first: whoever refers to it holds it too, and of two who did and then
 * wrote it each would wait for the other.
 */
async function countComment(
  tx: Queryable,
  { discussionId, userId, now }: { discussionId: string; userId: string; now: Date },
): Promise<{ title: string }> {
  const [open] = await tx
    .update(discussions)
    .set({
      commentCount: sql`${discussions.commentCount} + 1`,
      lastActivityAt: sql`greatest(${discussions.lastActivityAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(discussions.id, discussionId),
        lt(discussions.commentCount, discussionConstants.commentsMax),
        or(not(discussions.isPrivate), eq(discussions.authorId, userId)),
      ),
    )
    .returning({ title: discussions.title });
  if (open) return open;
  const [closed] = await tx
    .select({ isPrivate: discussions.isPrivate, authorId: discussions.authorId })
    .from(discussions)
    .where(eq(discussions.id, discussionId));
  if (!closed) throw discussionGone();
  const isAllowed = mayComment({ id: userId }, closed);
  throw new AppError(isAllowed ? 'discussion-full' : 'discussion-private');
}
