import { z } from 'zod';
import type { Queryable } from '#database/client.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SignUpInput } from '#shared/schemas/accounts/sign-on.ts';
import { requestEmail } from '../emails/request-email.ts';
import { claimUsername, createUsernameTakenError } from '../registration/claim-username.ts';
import { createAccount, findTakenField } from '../registration/create-account.ts';
import { countRegistration, requireFreeUsername } from '../registration/register.ts';
import { requireRegistrationAllowed } from '../registration/registration-mode.ts';
import { upgradeGuest } from '../registration/upgrade-guest.ts';
import { startSession } from '../sessions/start-session.ts';
import { applyRoleClaim, type RoleChange, recordRoleClaim } from './apply-role-claim.ts';
import { findIdentity } from './identities.ts';
import { insertIdentity } from './link-identity.ts';
import { clearSignOnCookie, readSignOnCookie, setSignOnCookie } from './sign-on-cookie.ts';
import { requireSignOn } from './sign-on-settings.ts';

const signUpSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  role: z.enum(['player', 'moderator', 'admin']).nullable(),
  next: z.string(),
  expires: z.int(),
});

/** A new identity that waits for the choice of a username, as its cookie has it. */
type PendingSignUp = z.infer<typeof signUpSchema>;

/** The Set-Cookie header of a new identity that waits for its username. */
export function setPendingSignUp(ctx: Ctx, content: Omit<PendingSignUp, 'expires'>): string {
  return setSignOnCookie(ctx, 'sign-up', content);
}

/**
 * The new identity of the request that waits for its username.
 * @throws AppError `sign-on-expired`, also for one of a provider that the site no longer uses.
 */
export async function readPendingSignUp(ctx: Ctx): Promise<PendingSignUp> {
  const { issuer } = requireSignOn(ctx);
  const pending = await readSignOnCookie(ctx, 'sign-up', signUpSchema);
  if (pending.issuer !== issuer) throw new AppError('sign-on-expired');
  return pending;
}

/**
 * Creates an account without a password for a new identity, or makes the actor, a guest, a player. The email
 * address is the provider's if the provider has verified it, otherwise the typed one.
 *
 * Returns the Set-Cookie headers. `isLoggedIn` is false when mail has to show first that a typed address is
 * free, as after a registration: the player then logs in by signing on again.
 * @throws AppError `sign-on-closed`, `sign-on-expired`, `sign-on-linked`, `username-taken`, `already-registered`,
 * `rate-limited`; `bad-input` without a needed email address; `sign-on-email-taken` for the provider's address,
 * `email-taken` for a typed one where no mail can be sent; `registration-closed`, `invitation-needed`,
 * `bad-invitation`.
 */
export async function registerWithSignOn(
  ctx: Ctx,
  input: SignUpInput,
): Promise<{ cookies: string[]; isLoggedIn: boolean; next: string }> {
  const pending = await readPendingSignUp(ctx);
  if (!requireSignOn(ctx).allowsSignUp) throw new AppError('sign-on-closed');
  await countRegistration(ctx);
  const invitation = input.invitation ?? null;
  await requireRegistrationAllowed(ctx, { invitation });
  await requireFreeUsername(ctx, input.username);
  if (await findIdentity(ctx.db, pending)) throw new AppError('sign-on-linked');
  const { canDeliver } = ctx.accounts.mailer;
  const done = { cookies: [clearSignOnCookie(ctx, 'sign-up')], next: pending.next };
  const email = pending.email ?? input.email ?? '';
  if (email === '') {
    throw new AppError('bad-input', { fields: { email: 'Enter an email address.' } });
  }
  const isConfirmed = pending.email !== null || !canDeliver;
  try {
    const { username } = input;
    const { id, change } = await writeAccount(ctx, {
      pending,
      username,
      email,
      isConfirmed,
      invitation,
    });
    recordRoleClaim(ctx, id, change);
    // A session would show that a typed address was not taken.
    if (!isConfirmed) return { ...done, isLoggedIn: false };
    const cookie = await startSession(ctx, id, { method: 'registration', isProven: true });
    return { ...done, cookies: [cookie, ...done.cookies], isLoggedIn: true };
  } catch (error) {
    const taken = findTakenField(error);
    if (taken === 'username') throw createUsernameTakenError();
    if (taken !== 'email') throw error;
    if (pending.email !== null) throw new AppError('sign-on-email-taken');
    if (!canDeliver) {
      const { message } = new AppError('email-taken');
      throw new AppError('email-taken', { fields: { email: message } });
    }
    await requestEmail(ctx, 'email-taken', email);
    return { ...done, isLoggedIn: false };
  }
}

interface NewAccount {
  pending: PendingSignUp;
  username: string;
  email: string;
  isConfirmed: boolean;
  /** The code of an invitation; null without one. */
  invitation: string | null;
}

/** Writes the account with its identity in one transaction. Returns its id, and the change of its role. */
async function writeAccount(
  ctx: Ctx,
  { pending, username, email, isConfirmed, invitation }: NewAccount,
): Promise<{ id: string; change: RoleChange | null }> {
  let change: RoleChange | null = null;
  const user = {
    username: username.toLowerCase(),
    displayUsername: username,
    name: username,
    email,
    emailVerified: isConfirmed,
    role: 'player' as const,
    registeredAt: ctx.clock.now(),
  };
  const complete = async (tx: Queryable, userId: string) => {
    await insertIdentity(tx, ctx, { ...pending, userId });
    if (pending.role !== null)
      change = await applyRoleClaim(tx, ctx, { userId, role: pending.role });
    if (!isConfirmed) await requestEmail({ db: tx, clock: ctx.clock }, 'confirm', email);
  };
  const { actor } = ctx;
  if (actor) {
    await upgradeGuest(ctx, actor, user, {
      passwordHash: null,
      invitation,
      beforeCommit: (tx) => complete(tx, actor.id),
    });
    return { id: actor.id, change };
  }
  const id = await createAccount(ctx, user, {
    passwordHash: null,
    invitation,
    beforeInsert: (tx) => claimUsername(tx, username),
    afterInsert: complete,
  });
  return { id, change };
}
