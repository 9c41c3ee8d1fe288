import { and, eq, ne, type SQL } from 'drizzle-orm';
import { accounts, users } from '#db/schema.ts';
import { password as passwordLimits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { countLogin } from './count-login.ts';

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
export async function provePassword(
  ctx: Ctx,
  { which, name, password }: Proof,
): Promise<{ id: string; username: string; hash: string }> {
  if (password.length > passwordLimits.max) throw new Refusal('wrong-credentials');
  const caller = { address: ctx.request.address, account: name };
  const login = await countLogin(ctx, name);
  const [account] = await ctx.db
    .select({ id: users.id, username: users.displayUsername, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(which, eq(accounts.providerId, 'credential'), ne(users.role, 'guest')));
  if (!account?.hash) {
    await ctx.hasher.hash(password, caller);
    throw new Refusal('wrong-credentials');
  }
  if (!(await ctx.hasher.verify(account.hash, password, caller)))
    throw new Refusal('wrong-credentials');
  await login.succeeded();
  return { id: account.id, username: account.username, hash: account.hash };
}
