import type { Ctx } from '#domain/context.ts';
import { usernameConstants } from '#shared/constants/accounts/credentials.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LogInInput } from '#shared/schemas/accounts/accounts.ts';
import { createPendingLogin } from '../factors/pending-login.ts';
import { type Factors, hasSecondFactor, readFactors } from '../factors/second-factor.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import { byUsername, toUsernameKey } from '../username-condition.ts';
import { endRequestSession, startSession } from './start-session.ts';

interface LoginResult {
  /** The Set-Cookie header: of the session, or of the login that waits for its second factor. */
  cookie: string;
  /** The second factors of which one is needed now; null if the account is logged in. */
  factors: Factors | null;
}

/**
 * Logs an account in by its username, without regard to case, and starts a new session. The session of
 * the request ends. For an account with a second factor no session starts: see `logInWithCode`.
 * @throws AppError `wrong-credentials`, the same for an unknown name and a wrong password;
 * `account-suspended` with the reason and the end, only after a correct password; `rate-limited` per
 * account, per IP address and when too many logins run at the same time.
 */
export async function logIn(ctx: Ctx, input: LogInInput): Promise<LoginResult> {
  const { username, password } = input;
  if (username.length > usernameConstants.max) throw new AppError('wrong-credentials');
  const { id, hash } = await verifyPassword(ctx, {
    condition: byUsername(username),
    name: toUsernameKey(username),
    password,
  });
  const factors = await readFactors(ctx.db, id);
  if (hasSecondFactor(factors)) {
    return { cookie: createPendingLogin(ctx, { userId: id, credential: hash }), factors };
  }
  const cookie = await startSession(ctx, id, {
    method: 'password',
    passwordHash: hash,
    isProven: true,
  });
  await endRequestSession(ctx);
  return { cookie, factors: null };
}
