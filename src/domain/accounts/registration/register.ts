import { eq } from 'drizzle-orm';
import { formerUsernames, users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RegisterInput } from '#shared/schemas/accounts.ts';
import { byUsername, usernameKey } from '../by-username.ts';
import { requestMail } from '../emails/request-email.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { startSession } from '../sessions/start-session.ts';
import { claimUsername, usernameTaken } from './claim-username.ts';
import { createAccount, takenBy } from './create-account.ts';
import { isLikeUsername } from './refuse-impersonation.ts';
import { upgradeGuest } from './upgrade-guest.ts';

/** Whether an account can be registered: by visitors, and by guests, who keep theirs. */
export function mayRegister(actor: Actor | null): boolean {
  return actor === null || actor.role === 'guest';
}

/**
 * Registers an account. A guest who registers keeps its account, with everything in it. Where no mail can
 * be sent, a guest gets a new session: then the answer is its Set-Cookie header. Else it is null, and the
 * newcomer logs in next: where mail is sent, a guest's session would tell whether the email was taken.
 * @throws Refusal `username-taken`; `email-taken` only where no mail can be sent, as otherwise the
 * owner is told by mail and the answer is as usual; `already-registered`; `rate-limited`.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<string | null> {
  const kept = await registerAccount(ctx, input);
  return kept && !ctx.mailer.delivers ? startSession(ctx, kept.id) : null;
}

/**
 * As `register`, without a session for anybody; answers the guest who kept its account.
 * @throws Refusal as `register`.
 */
export async function registerAccount(ctx: Ctx, input: RegisterInput): Promise<Actor | null> {
  if (!mayRegister(ctx.actor)) throw new AppError('already-registered');
  if (ctx.actor) await ctx.rateLimiter.take('register-by-account', ctx.actor.id);
  else await ctx.rateLimiter.take('register-by-address', ctx.request.address);
  await refuseTakenUsername(ctx, input.username);
  const passwordHash = await ctx.hasher.hash(input.password, {
    address: ctx.request.address,
    account: usernameKey(input.username),
  });
  const confirmed = !ctx.mailer.delivers;
  const user = {
    username: input.username.toLowerCase(),
    displayUsername: input.username,
    name: input.username,
    email: input.email,
    emailVerified: confirmed,
    role: 'player' as const,
    registeredAt: ctx.clock.now(),
  };
  try {
    if (ctx.actor) {
      await upgradeGuest(ctx, ctx.actor, user, passwordHash);
      if (!confirmed) await requestMail(ctx, 'confirm', user.email);
      return ctx.actor;
    }
    await createAccount(ctx, user, passwordHash, (tx) => claimUsername(tx, input.username));
    if (!confirmed) await requestMail(ctx, 'confirm', user.email);
    return null;
  } catch (error) {
    const taken = takenBy(error);
    if (taken === 'username') throw usernameTaken();
    if (taken !== 'email') throw error;
    if (!ctx.mailer.delivers) {
      const refusal = new AppError('email-taken');
      throw new AppError('email-taken', { fields: { email: refusal.message } });
    }
    await requestMail(ctx, 'email-taken', input.email);
    return null;
  }
}

/**
 * Spares a hash for what the insert would refuse anyway; the insert still decides. A name whose account
 * was deleted is nobody's any more: whoever had it would be taken for them.
 */
async function refuseTakenUsername({ db }: Ctx, username: string): Promise<void> {
  const [owner] = await db.select({ id: users.id }).from(users).where(byUsername(username));
  const former = eq(formerUsernames.hash, hashToken(usernameKey(username)));
  if (
    owner ||
    (await isLikeUsername(db, username)) ||
    (await db.$count(formerUsernames, former)) > 0
  )
    throw usernameTaken();
}
