import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { timestamptz } from '#database/column-types.ts';
import {
  mutedPushes,
  notificationSettings,
  pushSubscriptions,
  sessions,
  users,
  waitingPushes,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { pushConstants as constants, pushTexts } from '#shared/constants/notifications/push.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { findQuietEnd } from '../settings/quiet-hours.ts';
import type { ClaimedPush } from './claim-pushes.ts';
import type { PushKeys, PushResult } from './push-service.ts';

export type SendCtx = Pick<
  Ctx,
  'db' | 'clock' | 'log' | 'encryption' | 'notifications' | 'rateLimiter' | 'site' | 'readCache'
>;

/**
 * Sends a claimed push, or postpones it to the end of quiet hours. What the account may not get or does not want
 * any more is deleted.
 */
export async function sendPush(ctx: SendCtx, keys: PushKeys, push: ClaimedPush): Promise<void> {
  const receiver = await findReceiver(ctx, push);
  if (!receiver) return deletePush(ctx, push);
  const later = findQuietEnd(receiver.times, ctx.clock.now()) ?? (await findLimitEnd(ctx, push));
  if (later) return postpone(ctx, push, { at: later, attempts: 0 });
  const result = await ctx.notifications.push.send({
    target: receiver.target,
    keys,
    origin: ctx.site.origin,
    payload: createPayload(push, await getSiteSettings(ctx)),
    kind: push.kind,
  });
  await recordResult(ctx, push, result);
}

/** Says that something of the kind is new, and nothing else. */
function createPayload({ kind }: ClaimedPush, { name }: SiteSettings): string {
  const { title, path } = pushTexts[kind];
  return JSON.stringify({ kind, title, body: `Open ${name} to see it.`, path });
}

const noQuietHours = { quietFrom: null, quietTo: null, timeZone: 'UTC' };

/** Null if the session has ended, the account may get no pushes, or the kind is not wanted any more. */
async function findReceiver({ db, clock }: SendCtx, { subscriptionId, kind }: ClaimedPush) {
  const now = clock.now();
  const [found] = await db
    .select({
      target: {
        endpoint: pushSubscriptions.endpoint,
        p256dh: pushSubscriptions.p256dh,
        auth: pushSubscriptions.auth,
      },
      times: {
        quietFrom: notificationSettings.quietFrom,
        quietTo: notificationSettings.quietTo,
        timeZone: notificationSettings.timeZone,
      },
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .leftJoin(mutedPushes, and(eq(mutedPushes.userId, users.id), eq(mutedPushes.kind, kind)))
    .where(
      and(
        eq(pushSubscriptions.id, subscriptionId),
        gt(sessions.expiresAt, now),
        ne(users.role, 'guest'),
        sql`not ${isSuspended(now)}`,
        sql`${mutedPushes.userId} is null`,
      ),
    );
  return found ? { target: found.target, times: found.times ?? noQuietHours } : null;
}

/** When a browser that got very many pushes can get the next one; null if it can now. */
async function findLimitEnd(
  { rateLimiter, clock }: SendCtx,
  { subscriptionId }: ClaimedPush,
): Promise<Date | null> {
  try {
    await rateLimiter.take('pushes-by-subscription', subscriptionId);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.code !== 'rate-limited') throw error;
    return new Date(clock.now().getTime() + (error.details.retryAfterMs ?? constants.retryMs));
  }
}

async function recordResult(ctx: SendCtx, push: ClaimedPush, result: PushResult): Promise<void> {
  const { db, clock, log } = ctx;
  const { subscriptionId, kind, attempts } = push;
  const now = clock.now();
  const isSubscription = eq(pushSubscriptions.id, subscriptionId);
  if (result.outcome === 'accepted') {
    await deletePush(ctx, push);
    await db
      .update(pushSubscriptions)
      .set({ lastUsedAt: now, failingSince: null })
      .where(isSubscription);
    return;
  }
  if (result.outcome === 'gone') {
    await db.delete(pushSubscriptions).where(isSubscription);
    return;
  }
  const { outcome, detail } = result;
  // The endpoint is a secret of the browser, so it is not logged.
  log.warn({ subscription: subscriptionId, kind, attempts, detail }, 'a push was not sent');
  const [failing] = await db
    .update(pushSubscriptions)
    .set({
      failingSince: typedSql(
        timestamptz,
        sql`coalesce(${pushSubscriptions.failingSince}, ${now.toISOString()}::timestamptz)`,
      ),
    })
    .where(isSubscription)
    .returning({ since: pushSubscriptions.failingSince });
  if (failing?.since && now.getTime() - failing.since.getTime() >= constants.failingMaxMs) {
    await db.delete(pushSubscriptions).where(isSubscription);
    return;
  }
  if (outcome === 'refused' || attempts >= constants.attemptsMax) return deletePush(ctx, push);
  const waitMs = Math.max(
    constants.retryMs * 4 ** (attempts - 1),
    Math.min(result.retryAfterMs ?? 0, constants.retryMaxMs),
  );
  await postpone(ctx, push, { at: new Date(now.getTime() + waitMs), attempts });
}

/** If the lease has ended, another node may have claimed the push. */
function isStillOurs({ id, attempts }: ClaimedPush) {
  return and(eq(waitingPushes.id, id), eq(waitingPushes.attempts, attempts));
}

async function deletePush({ db }: SendCtx, push: ClaimedPush): Promise<void> {
  await db.delete(waitingPushes).where(isStillOurs(push));
}

async function postpone(
  { db }: SendCtx,
  push: ClaimedPush,
  { at, attempts }: { at: Date; attempts: number },
): Promise<void> {
  await db.update(waitingPushes).set({ nextAttemptAt: at, attempts }).where(isStillOurs(push));
}
