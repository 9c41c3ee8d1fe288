import type { Queryable } from '#database/client.ts';
import { brokenConstraint } from '#database/postgres-errors.ts';
import { accounts, users, wallets } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

type NewUser = typeof users.$inferInsert;

/**
 * Writes an account, its way to log in and its wallet together, or nothing. `first` runs in the same
 * transaction before it. Answers the account's id.
 */
export async function createAccount(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  user: NewUser,
  passwordHash: string | null,
  first?: (tx: Queryable) => Promise<void>,
): Promise<string> {
  return db.transaction(async (tx) => {
    await first?.(tx);
    const [made] = await tx
      .insert(users)
      .values({ ...user, createdAt: clock.now() })
      .returning({ id: users.id });
    if (!made) throw new Error('The account was not written.');
    if (passwordHash !== null) await tx.insert(accounts).values(credential(made.id, passwordHash));
    await tx.insert(wallets).values({ userId: made.id });
    return made.id;
  });
}

/** The row that holds an account's password. */
export function credential(userId: string, passwordHash: string): typeof accounts.$inferInsert {
  return { userId, accountId: userId, providerId: 'credential', password: passwordHash };
}

/** What a failed write of an account says is taken; null when it failed for another reason. */
export function takenBy(error: unknown): 'username' | 'email' | null {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_username_unique') return 'username';
  return constraint === 'users_email_key' ? 'email' : null;
}
