import type { Ctx } from '#domain/context.ts';
import type { RateLimitName } from '../rate-limiter.ts';
import { findKnownDevice } from './device-cookie.ts';

export interface LoginAttempt {
  /** Gives the attempt back to the budgets, because the password was right. */
  markSucceeded(): Promise<void>;
}

/**
 * Counts an attempt to log in to the account `name` (in lower case), before the password is checked.
 * Attempts from one IP address lock out that IP address only. The account has a larger budget for attempts
 * from many IP addresses. A browser that was logged in to the account before has its own budget, which
 * nobody else can use up.
 * @throws AppError `rate-limited`.
 */
export async function countLoginAttempt(
  ctx: Pick<Ctx, 'actor' | 'rateLimiter' | 'request' | 'keys'>,
  name: string,
): Promise<LoginAttempt> {
  const { address, deviceCookie } = ctx.request;
  const accountAndAddress = createAccountAndAddressKey(name, address);
  const isOwn = ctx.actor !== null && ctx.actor.username.toLowerCase() === name;
  const device = isOwn ? ctx.actor?.id : await findKnownDevice(ctx.keys, deviceCookie, name);
  const counted: [RateLimitName, string][] = device
    ? [['login-by-device', `${name} ${device}`]]
    : [
        ['login-by-address', address],
        ['login-by-account-and-address', accountAndAddress],
        ['login-by-account', name],
      ];
  for (const [limit, key] of counted) await ctx.rateLimiter.take(limit, key);
  return {
    async markSucceeded() {
      for (const [limit, key] of counted) await ctx.rateLimiter.giveBack(limit, key);
      await ctx.rateLimiter.reset('login-by-account-and-address', accountAndAddress);
    },
  };
}

/** Restores the login budgets of an account: for all IP addresses together and for that of this request. */
export async function resetLoginAttempts(
  { rateLimiter, request }: Pick<Ctx, 'rateLimiter' | 'request'>,
  name: string,
): Promise<void> {
  await rateLimiter.reset('login-by-account', name);
  await rateLimiter.reset(
    'login-by-account-and-address',
    createAccountAndAddressKey(name, request.address),
  );
}

function createAccountAndAddressKey(name: string, address: string): string {
  return `${name} ${address}`;
}
