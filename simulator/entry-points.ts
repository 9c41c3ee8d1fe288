import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { readSessionCookie } from '#domain/accounts/sessions/session-cookie.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { isBarred, isFree } from './account-standing.ts';
import { type Account, leave } from './model.ts';
import { attempt, rules, type Worker } from './world.ts';

/** A request of `actor` at the moment `at`, which its repetitions keep. */
export function requestAs(
  { world, database, random }: Worker,
  actor: Actor | null,
  at: number,
): Ctx {
  return createTestCtx(database.db, {
    actor,
    rules,
    random,
    clock: { now: () => new Date(at) },
    request: { id: 'simulated', address: '192.0.2.1', origin: 'http://localhost', userAgent: null },
    secret: `the secret of simulation ${world.seed}, which guards nothing`,
  });
}

/**
 * A request of an account at the moment `at`, as the server lets it in: by its session, or by a new one
 * when that ended. Who may not come in asks as a visitor, and is refused whatever it asks for.
 */
export async function requestOf(worker: Worker, account: Account, at: number): Promise<Ctx> {
  const { world } = worker;
  const { faults } = world.model;
  const { username } = account.actor;
  const [barred, free] = [isBarred(world, account), isFree(account)];
  const actor = await attempt(worker, 'enter', async () => {
    try {
      return (await comeIn(requestAs(worker, null, at), account)) ?? 'nobody';
    } catch (error) {
      const suspended = isAppError(error) && error.code === 'account-suspended';
      if (suspended && free && isFree(account) === free) faults.push(`${username} was kept out`);
      throw error;
    }
  });
  if (actor === 'nobody') leave(world.model, account);
  if (actor === null || actor === 'nobody') return requestAs(worker, null, at);
  if (barred && isBarred(world, account) === barred) {
    faults.push(`${username} came in while suspended`);
  }
  account.actor = actor;
  return requestAs(worker, actor, at);
}

/** Null for a guest whose session is over: nothing else lets it in again. */
async function comeIn(ctx: Ctx, account: Account): Promise<Actor | null> {
  const known = await whoseIs(ctx, account.cookie);
  if (known) return known;
  const { id } = account.actor;
  const [user] = await ctx.db.select({ role: users.role }).from(users).where(eq(users.id, id));
  if (user?.role === 'guest') return null;
  account.cookie = await startSession(ctx, id);
  // Suspended at this very moment, it is asked who it is again, and then told.
  return (await whoseIs(ctx, account.cookie)) ?? comeIn(ctx, account);
}

/** Whom a Set-Cookie header lets in. */
async function whoseIs(ctx: Ctx, cookie: string): Promise<Actor | null> {
  const session = { db: ctx.db, secret: ctx.secret, now: ctx.clock.now(), secure: false };
  return (await readSession(session, readSessionCookie(cookie, false) ?? '')).actor;
}

/** Whom the cookie of a session that was just begun lets in. */
export async function enter(ctx: Ctx, cookie: string): Promise<Actor> {
  const actor = await whoseIs(ctx, cookie);
  if (!actor) throw new Error('The session that was just begun is not there.');
  return actor;
}
