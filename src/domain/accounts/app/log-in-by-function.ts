import type { LogInInput } from '#shared/inputs/accounts.ts';
import { username as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { byUsername, usernameKey } from '../by-username.ts';
import { provePassword } from '../prove-password.ts';
import type { AppCaller } from './app-caller.ts';
import { startLoginId } from './start-login-id.ts';

/**
 * The function `loginUser`: logs a player in by its username, whatever its case, and binds it to the
 * caller's session.
 * @throws Refusal `wrong-credentials`, `account-suspended` with the reason and the end once the password
 * was right, `rate-limited`.
 */
export async function logInByFunction(
  ctx: Ctx,
  caller: AppCaller | null,
  input: LogInInput,
): Promise<{ username: string; loginId: string }> {
  if (input.username.length > limits.max) throw new Refusal('wrong-credentials');
  const { id, username, hash } = await provePassword(ctx, {
    which: byUsername(input.username),
    name: usernameKey(input.username),
    password: input.password,
  });
  const proven = { accountId: id, passwordHash: hash };
  return { username, loginId: await startLoginId(ctx, proven, caller) };
}
