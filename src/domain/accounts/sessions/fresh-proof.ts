import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { sessions } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { proofConstants } from '#shared/constants/accounts/sessions.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { requireActor, requirePlayer } from '../../permissions/require-actor.ts';
import { lockAccounts } from '../lock-accounts.ts';

/**
 * Returns the actor if they proved in the last ten minutes of this session who they are. A guest has
 * nothing but its session, so it needs no further proof. Sensitive changes call it inside their
 * transaction (`db`), after they have locked the account: a change that ends the session at the same
 * time then either waits for this one, or has ended the session before.
 * @throws AppError `login-required` for a visitor or a session that has ended; `proof-required`.
 */
export async function requireFreshProof(ctx: Ctx, db: Queryable = ctx.db): Promise<Actor> {
  const actor = requireActor(ctx);
  const [session] = await db
    .select({ provenAt: sessions.provenAt })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)));
  if (!session) throw new AppError('login-required');
  if (actor.role === 'guest') return actor;
  if (!session.provenAt || !isFresh(session.provenAt, ctx.clock.now()))
    throw new AppError('proof-required');
  return actor;
}

/** Whether a proof of identity is not older than ten minutes. */
export function isFresh(provenAt: Date, now: Date): boolean {
  return provenAt.getTime() > now.getTime() - proofConstants.freshMs;
}

/** Whether `requireFreshProof` would succeed, for pages. @throws AppError `login-required`. */
export async function hasFreshProof(ctx: Ctx): Promise<boolean> {
  try {
    await requireFreshProof(ctx);
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === 'proof-required') return false;
    throw error;
  }
}

/**
 * Locks the actor's account and checks that the session still exists: a change that ends it at the same
 * time either waits for this transaction, or has ended it before. With `isProven` it also needs a fresh
 * proof. Returns the id of the account.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`.
 */
export async function lockOwnAccount(
  ctx: Ctx,
  tx: Queryable,
  { isProven }: { isProven: boolean },
): Promise<string> {
  const { id, sessionId } = requirePlayer(ctx);
  await lockAccounts(tx, [id], 'no key update');
  if (isProven) await requireFreshProof(ctx, tx);
  const present = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (present.length === 0) throw new AppError('login-required');
  return id;
}

/**
 * Records that the actor has just proved who they are. `db` is a transaction that has locked the account.
 * @throws AppError `login-required` when the session has ended.
 */
export async function recordProof(ctx: Ctx, db: Queryable): Promise<void> {
  const { id, sessionId } = requireActor(ctx);
  const proven = await db
    .update(sessions)
    .set({ provenAt: ctx.clock.now() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
    .returning({ id: sessions.id });
  if (proven.length === 0) throw new AppError('login-required');
}
