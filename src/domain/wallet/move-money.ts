import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { brokenConstraint } from '#database/postgres-errors.ts';
import {
  ledgerEntries,
  type systemAccounts,
  type transferKinds,
  wallets,
} from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

type Value<T> = T | SQL | SQLWrapper;

/** A transfer between a player's wallet and one of the system's accounts. */
export interface Movement {
  transferId: Value<string>;
  kind: (typeof transferKinds)[number];
  userId: Value<string>;
  systemAccount: (typeof systemAccounts)[number];
  /** Cents that the wallet gains; negative when it pays. */
  amount: Value<number>;
  /** What it was for, in words; null where the kind says all. */
  subject: Value<string | null>;
  at: Value<Date>;
}

/**
 * The common table expressions `moved` (the wallet's new balance) and `entries` (both sides of the
 * ledger), for a statement that does more than move money. Nothing moves unless `gate`, an earlier
 * expression, holds a row; then, and when the wallet does not exist, the entry without a balance
 * breaks `ledger_entries_balance_known` and takes the whole statement with it.
 */
export function movementExpressions(movement: Movement, gate?: SQL): SQL {
  const { transferId, kind, userId, systemAccount, amount, subject, at } = movement;
  const gated = gate ? sql`and exists (select from ${gate})` : sql``;
  return sql`moved as (
    update ${wallets} set balance = balance + ${amount}::bigint
    where user_id = ${userId}::uuid ${gated}
    returning balance
  ),
  entries as (
    insert into ${ledgerEntries}
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select ${transferId}::uuid, ${kind}, side.wallet_id, side.system_account, side.amount,
      side.balance_after, ${subject}::text, ${at}::timestamptz
    from (values
      (${userId}::uuid, null, ${amount}::bigint, (select balance from moved)),
      (null, ${systemAccount}, -${amount}::bigint, null)
    ) as side (wallet_id, system_account, amount, balance_after)
  )`;
}

/**
 * Moves money inside the caller's transaction and answers the wallet's new balance in cents. The only
 * writer of balances, with the statements made of `movementExpressions`.
 * @throws Refusal `not-enough-money` or `balance-limit`.
 */
export async function moveMoney(tx: Queryable, movement: Movement): Promise<number> {
  try {
    const { rows } = await tx.execute<{ balance: string }>(
      sql`with ${movementExpressions(movement)} select balance from moved`,
    );
    return Number(rows[0]?.balance);
  } catch (error) {
    throw moneyRefusal(error) ?? error;
  }
}

/** The refusal that a broken rule of the wallets stands for, or null. */
export function moneyRefusal(error: unknown): AppError | null {
  const constraint = brokenConstraint(error);
  if (constraint === 'wallets_balance_not_negative') return new AppError('not-enough-money');
  if (constraint === 'wallets_balance_limit') return new AppError('balance-limit');
  return null;
}
