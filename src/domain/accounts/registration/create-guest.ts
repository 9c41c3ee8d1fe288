import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createToken } from '../sessions/secret-token.ts';
import { startSession } from '../sessions/start-session.ts';
import { createAccount, takenBy } from './create-account.ts';
import { randomNameSuffix } from './random-name-suffix.ts';

/**
 * Makes a guest's account and logs it in. Answers the Set-Cookie header.
 * @throws Refusal `already-registered` when somebody is logged in, `rate-limited` per address.
 */
export async function createGuest(ctx: Ctx): Promise<string> {
  if (ctx.actor) throw new AppError('already-registered');
  const { id } = await createGuestAccount(ctx);
  return startSession(ctx, id);
}

/**
 * Makes a guest's account, `Guest-` and six characters. It has no password, and an address of a domain
 * that never exists (RFC 2606).
 * @throws Refusal `rate-limited` per address.
 */
export async function createGuestAccount(ctx: Ctx): Promise<{ id: string; username: string }> {
  await ctx.rateLimiter.take('guest-by-address', ctx.request.address);
  for (let attempt = 1; ; attempt += 1) {
    const username = `Guest-${randomNameSuffix(ctx)}`;
    try {
      const id = await createAccount(
        ctx,
        {
          username: username.toLowerCase(),
          displayUsername: username,
          name: username,
          email: `${createToken().toLowerCase()}@guest.invalid`,
          role: 'guest',
          // Whom nobody ever saw would never be retired.
          lastSeenAt: ctx.clock.now(),
        },
        null,
      );
      return { id, username };
    } catch (error) {
      // One of 887 million is taken now and then; five in a row are not chance.
      if (takenBy(error) === null || attempt === 5) throw error;
    }
  }
}
