import { verifyPassword } from '#domain/accounts/passwords/verify-password.ts';
import { byUsername, toUsernameKey } from '#domain/accounts/username-condition.ts';
import type { Ctx } from '#domain/context.ts';
import { usernameConstants } from '#shared/constants/accounts/credentials.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { LogInInput } from '#shared/schemas/accounts/accounts.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { createLoginId } from './create-login-id.ts';

/**
 * The function `loginUser`: logs a player in by username, without regard to case, and binds the player
 * to the caller's session.
 * @throws AppError `wrong-credentials`; `account-suspended` with the reason and the end, only after a
 * correct password; `rate-limited`.
 */
export async function logInPlayerForApi(
  ctx: Ctx,
  caller: ApiCaller | null,
  input: LogInInput,
): Promise<{ username: string; loginId: string }> {
  if (input.username.length > usernameConstants.max) throw new AppError('wrong-credentials');
  const { id, username, hash } = await verifyPassword(ctx, {
    condition: byUsername(input.username),
    name: toUsernameKey(input.username),
    password: input.password,
  });
  const authenticated = { accountId: id, passwordHash: hash };
  return { username, loginId: await createLoginId(ctx, authenticated, caller) };
}
