import type { Queryable } from '#database/client.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import type { ReportKind } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';
import { type HideableThingKind, hideableKinds, isHideableKind } from './hideable-kinds.ts';

const hidingActions: Record<HideableThingKind, ModerationAction> = {
  'profile-comment': 'hide-comment',
  'discussion-comment': 'hide-comment',
  discussion: 'hide-discussion',
  picture: 'hide-picture',
  message: 'hide-message',
};

/**
 * Hides a comment, a discussion or a picture from everybody but its author and moderators. Nothing of it is lost.
 * One that waits for approval is then hidden by the moderator. Messages are hidden by `decideCase` alone, because
 * moderators read reported messages only.
 * @throws AppError `login-required`, `moderators-only`, `thing-gone`, `moderate-self`, `already-hidden`.
 */
export async function hideThing(
  ctx: Ctx,
  {
    kind,
    thing,
    reason,
  }: { kind: Exclude<HideableThingKind, 'message'>; thing: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => hideInTransaction(tx, { kind, thing }, act));
  ctx.events.publish({ type: 'content-removed' });
  ctx.notifier.deliverSoon();
}

/**
 * Hides a thing in the caller's transaction, with an entry in the log. Of two that hide it at the same time, the
 * later one fails. Publish `content-removed` and call `deliverSoon` after the commit.
 * @throws AppError `not-hideable` for a profile; `thing-gone`, `moderate-self`, `already-hidden`.
 */
export async function hideInTransaction(
  tx: Queryable,
  { kind, thing }: { kind: ReportKind; thing: string },
  act: ModeratorAct,
): Promise<void> {
  if (!isHideableKind(kind)) throw new AppError('not-hideable');
  const hideable = hideableKinds[kind];
  const locked = await hideable.lock(tx, thing);
  if (!locked) throw new AppError('thing-gone');
  if (locked.authorId === act.moderatorId) throw new AppError('moderate-self');
  if (locked.hiddenCause === 'moderator') throw new AppError('already-hidden');
  const logId = await appendToModerationLog(tx, {
    ...act,
    act: hidingActions[kind],
    targetId: locked.authorId,
    details: { ...locked.details, kind, thing: locked.id },
  });
  await hideable.hide(tx, locked, { cause: 'moderator', at: act.at, logId });
}
