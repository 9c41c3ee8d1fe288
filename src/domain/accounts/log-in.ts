import type { LogInInput } from '#shared/inputs/accounts.ts';
import { username as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { byUsername, usernameKey } from './by-username.ts';
import { provePassword } from './prove-password.ts';
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
  if (username.length > limits.max) throw new Refusal('wrong-credentials');
  const { id, hash } = await provePassword(ctx, {
    which: byUsername(username),
    name: usernameKey(username),
    password,
  });
  const cookie = await startSession(ctx, id, hash);
  await endOwnSession(ctx);
  return cookie;
}
