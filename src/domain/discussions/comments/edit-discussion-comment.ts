import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { discussionComments, discussions } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { requireWritePermission } from '#domain/accounts/require-write-permission.ts';
import type { Ctx } from '#domain/context.ts';
import { letWait } from '#domain/lib/hiding/hideable-kind.ts';
import { requireActor } from '#domain/permissions/require-actor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import { requirePart } from '../../site/site-parts.ts';
import { admitChange } from '../../text-filters/admit-text.ts';
import { reportFilteredText } from '../../text-filters/report-filtered-text.ts';
import { hideableComments } from './hideable-comments.ts';

/**
 * Changes a comment of the actor and marks it as edited. Nobody is notified. In a discussion that has become
 * private, only the discussion's author can edit comments. A filter can let the new text wait for approval.
 * @throws AppError `login-required`, `comment-empty`, `account-suspended`, `muted`, `rate-limited`, `text-refused`,
 * `waiting-limit`, `discussion-private`, `thing-hidden`; `comment-gone`, also when the comment belongs to another
 * account.
 */
export async function editDiscussionComment(
  ctx: Ctx,
  { commentId, text }: { commentId: string; text: string },
): Promise<void> {
  const { id } = requireActor(ctx);
  await requirePart(ctx, 'discussions');
  if (isBlank(text)) throw new AppError('comment-empty');
  await requireWritePermission(ctx, id);
  await ctx.rateLimiter.take('discussion-edit-by-account', id);
  const { verdict, waits, requireRoom } = await admitChange(ctx, id, { text });
  await ctx.db.transaction(async (tx) => {
    await requireRoom(tx);
    // In the order of locks: the discussion before its comment.
    if (waits) await hideableComments.lock(tx, commentId);
    await reportFilteredText(tx, verdict, {
      ...{ kind: 'discussion-comment', thing: commentId, authorId: id, copy: text },
      at: ctx.clock.now(),
    });
    const edited = await tx
      .update(discussionComments)
      .set({ text, editedAt: ctx.clock.now() })
      .from(discussions)
      .where(
        and(
          eq(discussionComments.id, commentId),
          eq(discussionComments.authorId, id),
          eq(discussions.id, discussionComments.discussionId),
          isNull(discussionComments.hiddenCause),
          isNull(discussions.hiddenCause),
          or(eq(discussions.isPrivate, false), eq(discussions.authorId, id)),
        ),
      )
      .returning({ id: discussionComments.id });
    if (edited.length === 0) throw await findReason(tx, { commentId, authorId: id });
    if (waits) await letWait(tx, hideableComments, { id: commentId, at: ctx.clock.now() });
  });
  if (waits) ctx.events.publish({ type: 'content-removed' });
}

async function findReason(
  db: Queryable,
  { commentId, authorId }: { commentId: string; authorId: string },
): Promise<AppError> {
  const [own] = await db
    .select({
      isHidden: typedSql(
        boolean,
        sql`num_nonnulls(${discussionComments.hiddenCause}, ${discussions.hiddenCause}) > 0`,
      ),
    })
    .from(discussionComments)
    .innerJoin(discussions, eq(discussions.id, discussionComments.discussionId))
    .where(
      and(
        eq(discussionComments.id, commentId),
        eq(discussionComments.authorId, authorId),
        // Others no longer see a hidden discussion.
        or(isNull(discussions.hiddenCause), eq(discussions.authorId, authorId)),
      ),
    );
  if (!own) return new AppError('comment-gone');
  return new AppError(own.isHidden ? 'thing-hidden' : 'discussion-private');
}
