import type { Ctx } from '#domain/context.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LogInInput } from '#shared/schemas/accounts.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import { byUsername, toUsernameKey } from '../username-condition.ts';
import { endRequestSession, startSession } from './start-session.ts';

/**
 * Logs an account in by its username, without regard to case, and starts a new session. The session of
 * the request ends. Returns the Set-Cookie header.
 * @throws AppError `wrong-credentials`, the same for an unknown name and a wrong password;
 * `account-suspended` with the reason and the end, only after a correct password; `rate-limited` per
 * account, per IP address and when too many logins run at the same time.
 */
export async function logIn(ctx: Ctx, input: LogInInput): Promise<string> {
  const { username, password } = input;
  if (username.length > usernameConstants.max) throw new AppError('wrong-credentials');
  const { id, hash } = await verifyPassword(ctx, {
    condition: byUsername(username),
    name: toUsernameKey(username),
    password,
  });
  const cookie = await startSession(ctx, id, { passwordHash: hash, isProven: true });
  await endRequestSession(ctx);
  return cookie;
}
