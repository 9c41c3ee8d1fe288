import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { retry } from '#shared/lib/retry.ts';
import { createToken } from '../sessions/secret-token.ts';
import { startSession } from '../sessions/start-session.ts';
import { createAccount, findTakenField } from './create-account.ts';
import { createNameSuffix } from './random-name-suffix.ts';

/**
 * Creates a guest account and starts a session for it. Returns the Set-Cookie header.
 * @throws AppError `already-registered` when the request has an actor; those of `createGuestAccount`.
 */
export async function createGuest(ctx: Ctx): Promise<string> {
  if (ctx.actor) throw new AppError('already-registered');
  const { id } = await createGuestAccount(ctx);
  return startSession(ctx, id, { method: 'guest' });
}

/**
 * Creates a guest account named `Guest-` and six random characters. It has no password. Its email
 * address has a domain that never exists (RFC 2606).
 * @throws AppError `rate-limited` per IP address; `registration-closed` and `invitation-needed` unless
 * everybody can register.
 */
export async function createGuestAccount(ctx: Ctx): Promise<{ id: string; username: string }> {
  await ctx.rateLimiter.take('guest-by-address', ctx.request.address);
  const create = async () => {
    const username = `Guest-${createNameSuffix(ctx)}`;
    const id = await createAccount(
      ctx,
      {
        username: username.toLowerCase(),
        displayUsername: username,
        name: username,
        email: `${createToken().toLowerCase()}@guest.invalid`,
        role: 'guest',
        // A guest without a last-seen time would never be retired.
        lastSeenAt: ctx.clock.now(),
      },
      { passwordHash: null, invitation: null },
    );
    return { id, username };
  };
  // One of 887 million suffixes is sometimes taken. Five taken names in a row are a bug, not chance.
  const waitMs = (error: unknown) => (findTakenField(error) === null ? null : 0);
  return retry(create, { attempts: 5, waitMs });
}
