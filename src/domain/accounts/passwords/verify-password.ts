import { and, eq, ne, type SQL } from 'drizzle-orm';
import { accounts, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { passwordConstants } from '#shared/constants/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { countLogin } from '../sessions/count-login-attempts.ts';

interface Proof {
  /** Which account: a condition on `users`. */
  which: SQL;
  /** What was typed to name it, in lower case: tries are counted by it. */
  name: string;
  password: string;
}

/**
 * The account whose password this is, and the hash that it was compared with; no session is made. Tries of
 * the web and of other clients are counted together.
 * @throws Refusal `wrong-credentials` alike, and after as long, for nobody and for a wrong password,
 * `rate-limited` as `countLogin`, and when too many log in at once.
 */
export async function verifyPassword(
  ctx: Ctx,
  { which, name, password }: Proof,
): Promise<{ id: string; username: string; hash: string }> {
  if (password.length > passwordConstants.max) throw new AppError('wrong-credentials');
  const caller = { address: ctx.request.address, account: name };
  const login = await countLogin(ctx, name);
  const [account] = await ctx.db
    .select({ id: users.id, username: users.displayUsername, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(which, eq(accounts.providerId, 'credential'), ne(users.role, 'guest')));
  if (!account?.hash) {
    await ctx.hasher.hash(password, caller);
    throw new AppError('wrong-credentials');
  }
  if (!(await ctx.hasher.verify(account.hash, password, caller)))
    throw new AppError('wrong-credentials');
  await login.succeeded();
  return { id: account.id, username: account.username, hash: account.hash };
}
