import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pushSubscriptions, sessions } from '#database/schema.ts';
import { pushConstants } from '#shared/constants/notifications/push.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import type { Ctx } from '../../context.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { readPushKeys } from './push-keys.ts';
import type { PushTarget } from './push-service.ts';

/** Why browsers cannot get pushes from this site; null if they can. */
export type PushProblem = 'insecure' | 'no-keys' | null;

/**
 * The browsers of the actor that get pushes, that of the request first, and the public key that a browser
 * subscribes with; null if it cannot.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function readPushState(ctx: Ctx) {
  const { id, sessionId } = requirePlayer(ctx);
  const [keys, rows] = await Promise.all([
    readPushKeys(ctx),
    ctx.db
      .select({
        id: pushSubscriptions.id,
        userAgent: sessions.userAgent,
        createdAt: pushSubscriptions.createdAt,
        lastUsedAt: pushSubscriptions.lastUsedAt,
        sessionId: pushSubscriptions.sessionId,
      })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(eq(pushSubscriptions.userId, id), gt(sessions.expiresAt, ctx.clock.now())))
      .orderBy(
        sql`${pushSubscriptions.sessionId} = ${sessionId} desc`,
        desc(pushSubscriptions.createdAt),
        desc(pushSubscriptions.id),
      )
      .limit(pushConstants.subscriptionsMax),
  ]);
  const problem = findProblem(ctx.request.origin, keys !== null);
  return {
    problem,
    publicKey: problem === null ? (keys?.publicKey ?? null) : null,
    subscriptions: rows.map(({ sessionId: ofSession, ...row }) => ({
      ...row,
      isCurrent: ofSession === sessionId,
    })),
  };
}

function findProblem(origin: string, hasKeys: boolean): PushProblem {
  if (!isTrustedOrigin(origin)) return 'insecure';
  return hasKeys ? null : 'no-keys';
}

/** Browsers run service workers on https and on their own machine only. */
function isTrustedOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Turns pushes on for the browser of the request. A browser has one subscription, also if another account had
 * turned it on. Beyond `subscriptionsMax` of the account the oldest ends.
 * @throws AppError `login-required`, `guest-not-allowed`, `bad-push-subscription`, `push-unavailable`,
 * `rate-limited`.
 */
export async function enablePush(ctx: Ctx, target: PushTarget): Promise<void> {
  const { id, sessionId } = requirePlayer(ctx);
  if (findProblem(ctx.request.origin, (await readPushKeys(ctx)) !== null) !== null)
    throw new AppError('push-unavailable');
  if (!ctx.notifications.push.isAllowedEndpoint(target.endpoint))
    throw new AppError('bad-push-subscription');
  await ctx.rateLimiter.take('push-subscriptions-by-account', id);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [id], 'no key update');
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
      .for('key share');
    if (!session) throw new AppError('login-required');
    await replaceSubscription(tx, {
      ...target,
      userId: id,
      sessionId,
      createdAt: ctx.clock.now(),
    });
    await deleteOldest(tx, id);
  });
}

/**
 * A new row, so that pushes that wait for the earlier account end with its row. If the insert finds the same
 * endpoint, another account has just subscribed with it: the later one wins.
 */
async function replaceSubscription(
  tx: Queryable,
  values: typeof pushSubscriptions.$inferInsert,
): Promise<void> {
  const { endpoint, sessionId } = values;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await tx
      .delete(pushSubscriptions)
      .where(
        or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)),
      );
    const written = await tx
      .insert(pushSubscriptions)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: pushSubscriptions.id });
    if (written.length > 0) return;
  }
  throw new Error('The subscription was replaced again and again.');
}

async function deleteOldest(tx: Queryable, userId: string): Promise<void> {
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(pushConstants.subscriptionsMax);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest));
}

/** Turns pushes off for the browser of the request. @throws AppError `login-required`, `guest-not-allowed`. */
export async function disablePush(ctx: Ctx): Promise<void> {
  const { sessionId } = requirePlayer(ctx);
  await removeOwn(ctx, eq(pushSubscriptions.sessionId, sessionId));
}

/** Turns pushes off for one browser of the actor. @throws AppError `login-required`, `guest-not-allowed`. */
export async function removePushSubscription(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await removeOwn(ctx, eq(pushSubscriptions.id, id));
}

async function removeOwn(ctx: Ctx, condition: ReturnType<typeof eq>): Promise<void> {
  const { id } = requirePlayer(ctx);
  await ctx.db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, id), condition));
}
