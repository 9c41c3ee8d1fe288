import { and, desc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts, sessions, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { sessionConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended, suspensionRefusal } from '../suspension.ts';
import { createToken, hashToken, signToken } from './secret-token.ts';
import { isSecureOrigin, setSessionCookie } from './session-cookie.ts';

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
  const token = createToken();
  const now = ctx.clock.now();
  const ended = await ctx.db.transaction(async (tx) => {
    await openSession(tx, userId, now);
    if (passwordHash !== undefined) await requireSamePassword(tx, userId, passwordHash);
    await tx.insert(sessions).values({
      token: hashToken(token),
      userId,
      userAgent: ctx.request.userAgent ?? '',
      expiresAt: new Date(now.getTime() + sessionConstants.lifetimeMs),
      createdAt: now,
      updatedAt: now,
    });
    return endOldest(tx, userId);
  });
  if (ended.length > 0) ctx.events.publish({ type: 'sessions-ended', sessionIds: ended });
  return cookieOf(ctx, token);
}

/**
 * Lets an account in: it is Online at once, as presence is written some seconds late and on this node
 * alone. To be called in the transaction that writes what it is let in by: the write locks the account,
 * so that who suspends it at this moment either finds that session, or is waited for here.
 * @throws Refusal `account-suspended` with the reason and the end.
 */
export async function openSession(db: Queryable, userId: string, now: Date): Promise<void> {
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
  if (account?.hash !== hash) throw new AppError('wrong-credentials');
}

/** Ends the oldest sessions of an account that has too many, and answers their ids. */
async function endOldest(db: Queryable, userId: string): Promise<string[]> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(sessionConstants.perAccount);
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
  return ended.map(({ id }) => id);
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
