import { and, eq, ne, type SQL } from 'drizzle-orm';
import { accounts, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { passwordConstants } from '#shared/constants/accounts/credentials.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isLongerThan } from '#shared/format/texts/characters.ts';
import { countLoginAttempt } from '../sessions/count-login-attempts.ts';
import { matchesPassword } from './hash-password.ts';

interface PasswordAttempt {
  /** A condition on `users` that selects the account. */
  condition: SQL;
  /** The username or email address as typed, in lower case. Attempts are counted by it. */
  name: string;
  password: string;
}

/**
 * Checks a password and returns the account and the hash that it was compared with. Starts no session.
 * Attempts through the web and through the APIs are counted together.
 * @throws AppError `wrong-credentials`, after the same time, for an unknown account and for a wrong
 * password; `rate-limited` as `countLoginAttempt`, and when too many logins run at the same time.
 */
export async function verifyPassword(
  ctx: Ctx,
  { condition, name, password }: PasswordAttempt,
): Promise<{ id: string; username: string; hash: string }> {
  // Earlier versions counted the characters as they were typed.
  if (
    [password, password.normalize('NFC')].every((one) => isLongerThan(one, passwordConstants.max))
  )
    throw new AppError('wrong-credentials');
  const caller = { address: ctx.request.address, account: name };
  const login = await countLoginAttempt(ctx, name);
  const [account] = await ctx.db
    .select({ id: users.id, username: users.displayUsername, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(condition, eq(accounts.providerId, 'credential'), ne(users.role, 'guest')));
  /** The name may be a password that was typed into the wrong field, so it is not in the log. */
  const refuse = () => {
    const entry = { account: account?.id ?? null, method: 'password' } as const;
    ctx.accounts.securityLog.record(ctx.request, { event: 'login-refused', ...entry });
    return new AppError('wrong-credentials');
  };
  if (!account?.hash) {
    await ctx.accounts.hasher.hash(password, caller);
    throw refuse();
  }
  if (!(await matchesPassword(ctx, account.hash, password, caller))) throw refuse();
  await login.markSucceeded();
  return { id: account.id, username: account.username, hash: account.hash };
}
