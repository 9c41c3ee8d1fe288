import { and, eq, ne, type SQL } from 'drizzle-orm';
import { accounts, users } from '#db/schema.ts';
import { password as passwordLimits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';

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
 * `rate-limited` per account, per address and when too many log in at once.
 */
export async function provePassword(
  ctx: Ctx,
  { which, name, password }: Proof,
): Promise<{ id: string; username: string; hash: string }> {
  await ctx.limits.take('login-by-address', ctx.request.address);
  if (password.length > passwordLimits.max) throw new Refusal('wrong-credentials');
  await ctx.limits.take('login-by-account', name);
  const [account] = await ctx.db
    .select({ id: users.id, username: users.displayUsername, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(which, eq(accounts.providerId, 'credential'), ne(users.role, 'guest')));
  if (!account?.hash) {
    await ctx.hasher.hash(password);
    throw new Refusal('wrong-credentials');
  }
  if (!(await ctx.hasher.verify(account.hash, password))) throw new Refusal('wrong-credentials');
  await ctx.limits.reset('login-by-account', name);
  return { id: account.id, username: account.username, hash: account.hash };
}
