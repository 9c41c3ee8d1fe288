import type { Ctx } from '#domain/context.ts';
import type { RateLimitName } from '../rate-limiter.ts';
import { knownDevice } from './device-cookie.ts';

export interface CountedLogin {
  /** Gives the try back: the password was right. */
  succeeded(): Promise<void>;
}

/**
 * Counts a try to log in to the account that `name` names (in lower case), before its password is looked
 * at. Tries from one address keep out that address only; tries from many count loosely for the account.
 * A browser that was logged in to the account before has a budget of its own, which nobody else can use
 * up.
 * @throws Refusal `rate-limited`.
 */
export async function countLogin(
  ctx: Pick<Ctx, 'actor' | 'rateLimiter' | 'request' | 'secret'>,
  name: string,
): Promise<CountedLogin> {
  const { address, deviceCookie } = ctx.request;
  const here = loginPlace(name, address);
  const isOwn = ctx.actor !== null && ctx.actor.username.toLowerCase() === name;
  const device = isOwn ? ctx.actor?.id : knownDevice(ctx.secret, deviceCookie, name);
  const counted: [RateLimitName, string][] = device
    ? [['login-by-device', `${name} ${device}`]]
    : [
        ['login-by-address', address],
        ['login-by-account-and-address', here],
        ['login-by-account', name],
      ];
  for (const [limit, key] of counted) await ctx.rateLimiter.take(limit, key);
  return {
    async succeeded() {
      for (const [limit, key] of counted) await ctx.rateLimiter.giveBack(limit, key);
      await ctx.rateLimiter.reset('login-by-account-and-address', here);
    },
  };
}

/** Gives all tries at an account back that were made from here, and those of everybody. */
export async function forgiveLogins(
  { rateLimiter, request }: Pick<Ctx, 'rateLimiter' | 'request'>,
  name: string,
): Promise<void> {
  await rateLimiter.reset('login-by-account', name);
  await rateLimiter.reset('login-by-account-and-address', loginPlace(name, request.address));
}

function loginPlace(name: string, address: string): string {
  return `${name} ${address}`;
}
