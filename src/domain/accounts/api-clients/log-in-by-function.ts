import type { Ctx } from '#domain/context.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LogInInput } from '#shared/schemas/accounts.ts';
import { byUsername, usernameKey } from '../by-username.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import type { ApiCaller } from './api-caller.ts';
import { startLoginId } from './start-login-id.ts';

/**
 * The function `loginUser`: logs a player in by its username, whatever its case, and binds it to the
 * caller's session.
 * @throws Refusal `wrong-credentials`, `account-suspended` with the reason and the end once the password
 * was right, `rate-limited`.
 */
export async function logInByFunction(
  ctx: Ctx,
  caller: ApiCaller | null,
  input: LogInInput,
): Promise<{ username: string; loginId: string }> {
  if (input.username.length > usernameConstants.max) throw new AppError('wrong-credentials');
  const { id, username, hash } = await verifyPassword(ctx, {
    which: byUsername(input.username),
    name: usernameKey(input.username),
    password: input.password,
  });
  const proven = { accountId: id, passwordHash: hash };
  return { username, loginId: await startLoginId(ctx, proven, caller) };
}
