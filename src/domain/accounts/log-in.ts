import { APIError } from 'better-auth';
import type { LogInInput } from '#shared/inputs/accounts.ts';
import { password, username } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { authFor } from './auth.ts';
import { admit, cookieOf, endOwnSession } from './start-session.ts';

/**
 * Logs an account in by its username, whatever its case, and starts a new session; the one that the
 * request came with ends. Answers the Set-Cookie header.
 * @throws Refusal `wrong-credentials` alike for an unknown name and a wrong password,
 * `account-suspended` with the reason and the end once the password was right, `rate-limited` per
 * account, per address and when too many log in at once.
 */
export async function logIn(ctx: Ctx, input: LogInInput): Promise<string> {
  const account = input.username.toLowerCase();
  await ctx.limits.take('login-by-address', ctx.request.address);
  if (account.length > username.max || input.password.length > password.max) {
    throw new Refusal('wrong-credentials');
  }
  await ctx.limits.take('login-by-account', account);
  const { token, userId } = await signIn(ctx, { username: account, password: input.password });
  await ctx.limits.reset('login-by-account', account);
  await admit(ctx, { userId, token });
  await endOwnSession(ctx);
  return cookieOf(ctx, token);
}

async function signIn(ctx: Ctx, body: LogInInput): Promise<{ token: string; userId: string }> {
  try {
    const headers = new Headers({ 'User-Agent': ctx.request.userAgent ?? '' });
    // For an unknown name the library hashes the password, which takes as long as a comparison.
    const { token, user } = await authFor(ctx).api.signInUsername({ body, headers });
    return { token, userId: user.id };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    if (error.statusCode >= 500) throw error;
    throw new Refusal('wrong-credentials');
  }
}
