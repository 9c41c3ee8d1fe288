import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { getKnownActiveState, getKnownSuspension } from './account-suspension.ts';
import { type Account, removePresent } from './model.ts';
import { runUntilAnswered, type Worker } from './simulation-state.ts';

/** The context of a request of `actor`. Its time is `at` (milliseconds), also when it is repeated. */
export function createRequestCtx({ nodeCtx }: Worker, actor: Actor | null, at: number): Ctx {
  return { ...nodeCtx, actor, clock: { now: () => new Date(at) } };
}

/**
 * The context of a request of an account at the time `at`. The account uses its session, or logs in again
 * if that ended. If it cannot log in, the request is that of a visitor and its operation is rejected.
 */
export async function createAccountCtx(worker: Worker, account: Account, at: number): Promise<Ctx> {
  const { world } = worker;
  const { violations } = world.model;
  const { username } = account.actor;
  const [suspension, activeState] = [
    getKnownSuspension(world, account),
    getKnownActiveState(account),
  ];
  const actor = await runUntilAnswered(worker, 'enter', async () => {
    try {
      return (await logIn(createRequestCtx(worker, null, at), account)) ?? 'nobody';
    } catch (error) {
      const suspended = isAppError(error) && error.code === 'account-suspended';
      if (suspended && activeState && getKnownActiveState(account) === activeState)
        violations.push(`${username} could not log in although not suspended`);
      throw error;
    }
  });
  if (actor === 'nobody') removePresent(world.model, account);
  if (actor === null || actor === 'nobody') return createRequestCtx(worker, null, at);
  if (suspension && getKnownSuspension(world, account) === suspension) {
    violations.push(`${username} logged in while suspended`);
  }
  account.actor = actor;
  return createRequestCtx(worker, actor, at);
}

/** The actor of the account's session or of a new one. Null for a guest whose session ended, who cannot log in. */
async function logIn(ctx: Ctx, account: Account): Promise<Actor | null> {
  const actor = await readActor(ctx, account.cookie);
  if (actor) return actor;
  const { id } = account.actor;
  const [user] = await ctx.db.select({ role: users.role }).from(users).where(eq(users.id, id));
  if (user?.role === 'guest') return null;
  account.cookie = await startSession(ctx, id, { method: 'password' });
  // The account was suspended after the session started. The next call throws the error.
  return (await readActor(ctx, account.cookie)) ?? logIn(ctx, account);
}

/** The actor of the session in a Set-Cookie header; null if the session ended. */
async function readActor(ctx: Ctx, cookie: string): Promise<Actor | null> {
  return (await readSession(ctx, { ...ctx.request, cookies: cookie })).actor;
}

/** The actor of a session that was just started. @throws Error if the session does not exist */
export async function readActorOfSession(ctx: Ctx, cookie: string): Promise<Actor> {
  const actor = await readActor(ctx, cookie);
  if (!actor) throw new Error('The session that was just started does not exist.');
  return actor;
}
