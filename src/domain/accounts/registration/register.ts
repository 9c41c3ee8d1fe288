import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { RegisterInput } from '#shared/schemas/accounts/accounts.ts';
import { requireAllowedText } from '../../text-filters/check-text.ts';
import { requestEmail } from '../emails/request-email.ts';
import { hashNewPassword } from '../passwords/hash-password.ts';
import { startSession } from '../sessions/start-session.ts';
import { byUsername, toUsernameKey } from '../username-condition.ts';
import { claimUsername, createUsernameTakenError } from './claim-username.ts';
import { createAccount, findTakenField } from './create-account.ts';
import { isFormerUsername } from './former-usernames.ts';
import { requireRegistrationAllowed } from './registration-mode.ts';
import { isNameOfSite, isSimilarUsernameTaken } from './reject-impersonation.ts';
import { upgradeGuest } from './upgrade-guest.ts';

/** Whether the actor can register: visitors and guests can. */
export function canRegister(actor: Actor | null): boolean {
  return actor === null || actor.role === 'guest';
}

/**
 * Registers an account. A guest keeps its account with everything in it.
 * Returns the Set-Cookie header of a new session, or null when the player has to log in. Only a guest gets a
 * session, and only where no mail can be sent: where mail is sent, a session would show that the email address was
 * not taken.
 * @throws AppError `username-taken`; `email-taken` only where no mail can be sent (otherwise the owner gets a mail
 * and the result is as usual); `text-refused`; `common-password`, `personal-password`; `already-registered`; `rate-limited`; `registration-closed`,
 * `invitation-needed`, `bad-invitation`.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<string | null> {
  const upgradedGuest = await registerAccount(ctx, input);
  return upgradedGuest && !ctx.accounts.mailer.canDeliver
    ? startSession(ctx, upgradedGuest.id, { method: 'registration', isProven: true })
    : null;
}

/**
 * As `register`, but starts no session. Returns the guest that became a player, otherwise null.
 * @throws AppError as `register`.
 */
export async function registerAccount(ctx: Ctx, input: RegisterInput): Promise<Actor | null> {
  await countRegistration(ctx);
  const invitation = input.invitation ?? null;
  await requireRegistrationAllowed(ctx, { invitation });
  await requireFreeUsername(ctx, input.username);
  const account = toUsernameKey(input.username);
  const passwordHash = await hashNewPassword(ctx, input.password, input, account);
  const confirmed = !ctx.accounts.mailer.canDeliver;
  const user = {
    username: input.username.toLowerCase(),
    displayUsername: input.username,
    name: input.username,
    email: input.email,
    emailVerified: confirmed,
    role: 'player' as const,
    registeredAt: ctx.clock.now(),
  };
  const requestConfirmation = async (tx: Queryable) => {
    if (!confirmed) await requestEmail({ db: tx, clock: ctx.clock }, 'confirm', user.email);
  };
  try {
    if (ctx.actor) {
      await upgradeGuest(ctx, ctx.actor, user, {
        passwordHash,
        invitation,
        beforeCommit: requestConfirmation,
      });
      return ctx.actor;
    }
    await createAccount(ctx, user, {
      passwordHash,
      invitation,
      async beforeInsert(tx) {
        await claimUsername(tx, input.username);
        await requestConfirmation(tx);
      },
    });
    return null;
  } catch (error) {
    const taken = findTakenField(error);
    if (taken === 'username') throw createUsernameTakenError();
    if (taken !== 'email') throw error;
    if (!ctx.accounts.mailer.canDeliver) {
      const { message } = new AppError('email-taken');
      throw new AppError('email-taken', { fields: { email: message } });
    }
    await requestEmail(ctx, 'email-taken', input.email);
    return null;
  }
}

/** Counts a registration. @throws AppError `already-registered`, `rate-limited`. */
export async function countRegistration(ctx: Ctx): Promise<void> {
  if (!canRegister(ctx.actor)) throw new AppError('already-registered');
  if (ctx.actor) await ctx.rateLimiter.take('register-by-account', ctx.actor.id);
  else await ctx.rateLimiter.take('register-by-address', ctx.request.address);
}

/**
 * Rejects a username that filters refuse, and one that is the name of the site. Rejects a taken one before the password
 * is hashed, to save the hash; the insert still decides.
 * The name of a deleted account stays taken, because a new owner could be mistaken for the former one.
 */
export async function requireFreeUsername(ctx: Ctx, username: string): Promise<void> {
  const { db } = ctx;
  await requireAllowedText(ctx, { username });
  const [owner] = await db.select({ id: users.id }).from(users).where(byUsername(username));
  if (
    owner ||
    (await isSimilarUsernameTaken(db, username)) ||
    (await isFormerUsername(db, username))
  )
    throw createUsernameTakenError();
  if (await isNameOfSite(ctx, username))
    throw new AppError('bad-input', { fields: { username: 'This username is reserved.' } });
}
