import { users } from '#database/schema.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';

/** The id of the account with this username; null if no account has it. */
export async function findAccountId({ db }: Ctx, username: string): Promise<string | null> {
  const [account] = await db.select({ id: users.id }).from(users).where(byUsername(username));
  return account?.id ?? null;
}
