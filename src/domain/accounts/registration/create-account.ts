import type { Queryable } from '#database/client.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { accounts, users, wallets } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { payStartingMoney } from '#domain/ledger/pay-starting-money.ts';
import { consumeInvitation } from './registration-mode.ts';

type NewUser = typeof users.$inferInsert;

interface AccountCreation {
  passwordHash: string | null;
  /** The code of an invitation; null without one. */
  invitation: string | null;
  /** Whether the registration mode of the site counts; only the first admin ignores it. */
  followsRegistrationMode?: boolean;
  /** These run first and last in the same transaction. */
  beforeInsert?: (tx: Queryable) => Promise<void>;
  afterInsert?: (tx: Queryable, id: string) => Promise<void>;
}

/**
 * Creates an account with its password and its wallet, and pays the starting money of a player, in one
 * transaction. Returns the account's id.
 * @throws AppError `registration-closed`, `invitation-needed`, `bad-invitation`.
 */
export async function createAccount(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  user: NewUser,
  {
    passwordHash,
    invitation,
    followsRegistrationMode = true,
    beforeInsert,
    afterInsert,
  }: AccountCreation,
): Promise<string> {
  const { db } = ctx;
  return db.transaction(async (tx) => {
    await beforeInsert?.(tx);
    const recordUse = followsRegistrationMode
      ? await consumeInvitation(tx, ctx, { invitation })
      : null;
    const id = await insertAccount(tx, ctx, user, passwordHash);
    await recordUse?.(id);
    await afterInsert?.(tx, id);
    return id;
  });
}

/** Writes a new account with its password and its wallet, and pays the starting money of a player. Returns its id. */
export async function insertAccount(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  user: NewUser,
  passwordHash: string | null,
): Promise<string> {
  const [created] = await tx
    .insert(users)
    .values({ ...user, createdAt: clock.now() })
    .returning({ id: users.id });
  if (!created) throw new Error('The insert of an account returned no row.');
  if (passwordHash !== null) {
    await tx.insert(accounts).values(createCredentialRow(created.id, passwordHash));
  }
  await tx.insert(wallets).values({ userId: created.id });
  if (user.registeredAt) {
    await payStartingMoney(tx, { userId: created.id, at: user.registeredAt });
  }
  return created.id;
}

/** The row that stores an account's password hash. */
export function createCredentialRow(
  userId: string,
  passwordHash: string,
): typeof accounts.$inferInsert {
  return { userId, accountId: userId, providerId: 'credential', password: passwordHash };
}

/** Which field of an account was taken, by the error of its write; null for any other error. */
export function findTakenField(error: unknown): 'username' | 'email' | null {
  const constraint = getViolatedConstraint(error);
  if (constraint === 'users_username_unique') return 'username';
  return constraint === 'users_email_key' ? 'email' : null;
}
