import type { Ctx } from '#domain/context.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LogInInput } from '#shared/schemas/accounts.ts';
import { byUsername, usernameKey } from '../by-username.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import { endOwnSession, startSession } from './start-session.ts';

/**
 * Logs an account in by its username, whatever its case, and starts a new session; the one that the
 * request came with ends. Answers the Set-Cookie header.
 * @throws Refusal `wrong-credentials` alike for an unknown name and a wrong password,
 * `account-suspended` with the reason and the end once the password was right, `rate-limited` per
 * account, per address and when too many log in at once.
 */
export async function logIn(ctx: Ctx, input: LogInInput): Promise<string> {
  const { username, password } = input;
  if (username.length > usernameConstants.max) throw new AppError('wrong-credentials');
  const { id, hash } = await verifyPassword(ctx, {
    which: byUsername(username),
    name: usernameKey(username),
    password,
  });
  const cookie = await startSession(ctx, id, hash);
  await endOwnSession(ctx);
  return cookie;
}
