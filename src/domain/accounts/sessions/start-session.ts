import { and, desc, eq, inArray, not, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts, sessions, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireNoSecondFactor } from '../factors/second-factor.ts';
import type { LoginMethod } from '../security-log.ts';
import { findSuspensionError, isSuspended } from '../suspension.ts';
import { createToken, hashToken, signToken } from './secret-token.ts';
import { isSecureOrigin, setSessionCookie } from './session-cookie.ts';
import { findSessionExpiry } from './session-expiry.ts';
import { toSessionNetwork } from './session-network.ts';

interface SessionStart {
  /** How the account logged in, for the log. */
  method: LoginMethod;
  /** The second factor, if one was needed. */
  factor?: 'code' | 'passkey';
  /** The hash that the password was compared with, if there was one. */
  passwordHash?: string;
  /** Whether the player has just proved who they are, see `requireFreshProof`. */
  isProven?: boolean;
  /**
   * Checks the second factor, in the transaction that writes the session. Without it, a password is not
   * enough for an account with a second factor.
   */
  acceptSecondFactor?: (tx: Queryable) => Promise<void>;
}

/**
 * Starts a web session for an account whose credentials were verified. An account has at most
 * `perAccount` sessions; the oldest end and their sockets are closed. Returns the Set-Cookie header.
 * @throws AppError `account-suspended`; `wrong-credentials` when the password was changed in the meantime;
 * `factor-required`; and those of `acceptSecondFactor`.
 */
export async function startSession(
  ctx: Ctx,
  userId: string,
  { method, factor, passwordHash, isProven = false, acceptSecondFactor }: SessionStart,
): Promise<string> {
  const token = createToken();
  const now = ctx.clock.now();
  const ended = await ctx.db.transaction(async (tx) => {
    const role = await markOnlineUnlessSuspended(tx, userId, now);
    if (passwordHash !== undefined) await requireSamePassword(tx, userId, passwordHash);
    if (acceptSecondFactor) await acceptSecondFactor(tx);
    else if (passwordHash !== undefined) await requireNoSecondFactor(tx, userId);
    await tx.insert(sessions).values({
      token: hashToken(token),
      userId,
      userAgent: ctx.request.userAgent?.slice(0, sessionConstants.userAgentMax) ?? '',
      network: toSessionNetwork(ctx.request.address),
      lastSeenAt: now,
      provenAt: isProven ? now : null,
      expiresAt: findSessionExpiry({ role, createdAt: now, usedAt: now }),
      createdAt: now,
      updatedAt: now,
    });
    return deleteOldestSessions(tx, userId);
  });
  if (ended.length > 0) ctx.events.publish({ type: 'sessions-ended', sessionIds: ended });
  ctx.accounts.securityLog.record(ctx.request, { event: 'login', account: userId, method, factor });
  return createSessionCookie(ctx, token);
}

/**
 * Marks an account as Online at its login, unless it is suspended or an example. Presence alone would write that some
 * seconds later. Call it in the transaction that writes the new session: the update locks the account,
 * so that a suspension at the same time either finds the new session or commits before this check.
 * Returns the role of the account.
 * @throws AppError `account-suspended` with the reason and the end; `account-deleted`; `example-account`.
 */
export async function markOnlineUnlessSuspended(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<Role> {
  const [marked] = await db
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, userId), not(isSuspended(now)), eq(users.isExample, false)))
    .returning({ role: users.role });
  if (marked) return marked.role;
  const [account] = await db
    .select({ isExample: users.isExample })
    .from(users)
    .where(eq(users.id, userId));
  if (account?.isExample) throw new AppError('example-account');
  throw await findSuspensionError(db, userId);
}

/**
 * Checks again that the password is still the one that was compared. Call it after
 * `markOnlineUnlessSuspended` has locked the account: a password reset at the same time has either
 * committed by then, or will end the session that begins now.
 * @throws AppError `wrong-credentials` when the password was changed.
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

/** Deletes the sessions of an account above its `perAccount` newest. Returns their ids. */
async function deleteOldestSessions(db: Queryable, userId: string): Promise<string[]> {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(sessionConstants.perAccount);
  // A locked session is already being deleted. Skipping it keeps two such deletions from a deadlock.
  const unlocked = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`${sessions.id} in ${oldest}`)
    .for('update', { skipLocked: true });
  const ended = await db
    .delete(sessions)
    .where(inArray(sessions.id, unlocked))
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** The Set-Cookie header for a session's token. */
function createSessionCookie(ctx: Ctx, token: string): string {
  return setSessionCookie(signToken(ctx.keys, token), isSecureOrigin(ctx.request.origin));
}

/** Ends the session that this request came with, if any, and closes its sockets. */
export async function endRequestSession(ctx: Ctx): Promise<void> {
  if (!ctx.actor) return;
  const { sessionId } = ctx.actor;
  await ctx.db.delete(sessions).where(eq(sessions.id, sessionId));
  ctx.events.publish({ type: 'sessions-ended', sessionIds: [sessionId] });
}
