import type { Queryable } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { profileComments, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import { requireWritePermission } from '../accounts/require-write-permission.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { isBlocked } from '../friends/blocks/is-blocked.ts';
import { letWait } from '../lib/hiding/hideable-kind.ts';
import { runAdmitted } from '../lib/idempotency.ts';
import { addNotification } from '../notifications/add-notification.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { type Admission, admitNewThing } from '../text-filters/admit-text.ts';
import { reportFilteredText } from '../text-filters/report-filtered-text.ts';
import { hideableProfileComments } from './hideable-profile-comments.ts';

interface NewComment {
  /** The owner of the profile. */
  username: string;
  /** Trimmed, at most 750 characters, which the caller's input schema checks. */
  text: string;
  /** The form's idempotency key: the same form sent again writes no second comment. */
  key: string;
}

/**
 * Writes a comment on a profile and notifies its owner. Players can comment on their own profiles too. It may wait
 * for approval; then nobody is notified before.
 * @throws AppError `login-required`, `guest-not-allowed`, `comment-empty`, `rate-limited` (10 a minute),
 * `text-refused`, `waiting-limit`, `user-not-found`, `account-suspended` (either account), `muted`, `not-reachable` (the
 * owner has blocked the author), `key-reused`.
 */
export async function postProfileComment(
  ctx: Ctx,
  { username, text, key }: NewComment,
): Promise<{ id: string }> {
  const { id: userId } = requirePlayer(ctx);
  if (isBlank(text)) throw new AppError('comment-empty');
  const request = { useCase: 'post-profile-comment', input: { username, text } };
  async function admit() {
    await requireWritePermission(ctx, userId);
    await ctx.rateLimiter.take('comment-by-account', userId);
    return admitNewThing(ctx, userId, { text });
  }
  async function work(tx: Transaction, { verdict, waits, requireRoom }: Admission) {
    await requireRoom(tx);
    const owner = await findOwner(tx, { username, authorId: userId, now: ctx.clock.now() });
    const [comment] = await tx
      .insert(profileComments)
      .values({ profileId: owner.id, authorId: userId, text, createdAt: ctx.clock.now() })
      .returning({ id: profileComments.id });
    if (!comment) throw new Error('The insert of a comment returned no row.');
    await reportFilteredText(tx, verdict, {
      ...{ kind: 'profile-comment', thing: comment.id, authorId: userId, copy: text },
      at: ctx.clock.now(),
    });
    if (waits) await letWait(tx, hideableProfileComments, { id: comment.id, at: ctx.clock.now() });
    else await notifyProfileOwner(ctx, tx, { ownerId: owner.id, authorId: userId });
    return comment;
  }
  const comment = await runAdmitted(ctx, { userId, key, request }, { admit, work });
  ctx.notifier.deliverSoon();
  return comment;
}

/** Notifies the owner of a profile of a new comment. Call `deliverSoon` after the commit. */
export async function notifyProfileOwner(
  ctx: Pick<Ctx, 'clock'>,
  tx: Queryable,
  { ownerId, authorId }: { ownerId: string; authorId: string },
): Promise<void> {
  await addNotification(ctx, tx, { userId: ownerId, kind: 'profile-comment', actorId: authorId });
}

async function findOwner(
  tx: Queryable,
  { username, authorId, now }: { username: string; authorId: string; now: Date },
): Promise<{ id: string }> {
  const [owner] = await tx
    .select({
      id: users.id,
      suspended: isSuspended(now),
    })
    .from(users)
    .where(byUsername(username));
  if (!owner) throw new AppError('user-not-found');
  if (owner.suspended) throw new AppError('account-suspended');
  if (await isBlocked(tx, owner.id, authorId)) throw new AppError('not-reachable');
  return owner;
}
