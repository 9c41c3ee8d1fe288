import { and, desc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { accounts, sessions, users } from '#db/schema.ts';
import { session as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { authFor } from './auth.ts';
import { hashToken, signToken } from './secret-token.ts';
import { isSecureOrigin, setSessionCookie } from './session-cookie.ts';
import { isSuspended, suspensionRefusal } from './suspension.ts';

/**
 * Starts a session for an account that has proved who it is; `passwordHash` is what its password was
 * compared with, if it was by one. Of more than `perAccount` the oldest end, with what is connected by
 * them. Answers its Set-Cookie header.
 * @throws Refusal `account-suspended`, `wrong-credentials` when the password was set anew in the meantime.
 */
export async function startSession(
  ctx: Ctx,
  userId: string,
  passwordHash?: string,
): Promise<string> {
  const { internalAdapter } = await authFor(ctx).$context;
  const made = await internalAdapter.createSession(userId, false, {
    userAgent: ctx.request.userAgent ?? '',
  });
  await admit(ctx, { userId, token: made.token, passwordHash });
  await endOldest(ctx, userId);
  return cookieOf(ctx, made.token);
}

/**
 * Lets an account in by the session that was just made; of a suspended one the session goes, as it does
 * when the password that was typed is not the account's any more.
 * @throws Refusal `account-suspended` with the reason and the end, `wrong-credentials`.
 */
async function admit(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { userId, token, passwordHash }: { userId: string; token: string; passwordHash?: string },
): Promise<void> {
  try {
    await letIn(db, userId, clock.now());
    if (passwordHash !== undefined) await requireSamePassword(db, userId, passwordHash);
  } catch (error) {
    await db.delete(sessions).where(eq(sessions.token, hashToken(token)));
    throw error;
  }
}

/**
 * Lets an account in: it is Online at once, as presence is written some seconds late and on this node
 * alone. A suspended one is shown out. The write decides: whoever suspends the account at this moment
 * either finds the session that was just made, or is waited for here.
 * @throws Refusal `account-suspended` with the reason and the end.
 */
export async function letIn(db: Queryable, userId: string, now: Date): Promise<void> {
  const admitted = await db
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, userId), not(isSuspended(now))))
    .returning({ id: users.id });
  if (admitted.length > 0) return;
  const [account] = await db
    .select({ reason: users.banReason, until: users.banExpires })
    .from(users)
    .where(eq(users.id, userId));
  throw suspensionRefusal(account?.reason ?? null, account?.until ?? null);
}

/**
 * Looks again, after `letIn`, whether a password is still the one that was compared: whoever sets it anew
 * at this moment was waited for there, or ends what begins now.
 * @throws Refusal `wrong-credentials`.
 */
export async function requireSamePassword(
  db: Queryable,
  userId: string,
  hash: string,
): Promise<void> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  if (account?.hash !== hash) throw new Refusal('wrong-credentials');
}

async function endOldest({ db, events }: Pick<Ctx, 'db' | 'events'>, userId: string) {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(limits.perAccount);
  // A session that is locked is being ended already: two that end several do not wait for each other.
  const free = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`${sessions.id} in ${oldest}`)
    .for('update', { skipLocked: true });
  const ended = await db
    .delete(sessions)
    .where(inArray(sessions.id, free))
    .returning({ id: sessions.id });
  if (ended.length === 0) return;
  events.publish({ type: 'sessions-ended', sessionIds: ended.map(({ id }) => id) });
}

/** The Set-Cookie header for a session's token. */
function cookieOf(ctx: Ctx, token: string): string {
  return setSessionCookie(signToken(ctx.secret, token), isSecureOrigin(ctx.request.origin));
}

/**
 * Ends the session that this request came with, if any, and what is connected by it: whoever logs in
 * anew leaves it behind.
 */
export async function endOwnSession(ctx: Ctx): Promise<void> {
  if (!ctx.actor) return;
  const { sessionId } = ctx.actor;
  await ctx.db.delete(sessions).where(eq(sessions.id, sessionId));
  ctx.events.publish({ type: 'sessions-ended', sessionIds: [sessionId] });
}
