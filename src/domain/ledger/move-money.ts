import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigintText } from '#database/column-types.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { queryRows, type StatementTarget } from '#database/prepared-query.ts';
import {
  ledgerEntries,
  type systemAccounts,
  type transferKinds,
  wallets,
} from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

type Value<T> = T | SQL | SQLWrapper;

/** A transfer between a player's wallet and a system account. */
export interface Transfer {
  transferId: Value<string>;
  kind: (typeof transferKinds)[number];
  userId: Value<string>;
  systemAccount: (typeof systemAccounts)[number];
  /** Cents that the wallet gains; negative when it pays. */
  amount: Value<number>;
  /** What the transfer is for, as a text for the player; null where the kind says enough. */
  subject: Value<string | null>;
  at: Value<Date>;
}

/**
 * The common table expressions `moved` (the wallet's new balance) and `entries` (both sides of the
 * ledger), for a statement that does more than move money. Money moves only if `condition`, an earlier
 * expression, has a row. If the wallet does not exist, the entry has no balance: that violates
 * `ledger_entries_balance_known`, and the whole statement fails.
 */
export function transferExpressions(transfer: Transfer, condition?: SQL): SQL {
  const { transferId, kind, userId, systemAccount, amount, subject, at } = transfer;
  const isDue = condition ? sql`exists (select from ${condition})` : sql`true`;
  return sql`moved as (
    update ${wallets} set balance = balance + ${amount}::bigint
    where user_id = ${userId}::uuid and ${isDue}
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
    where ${isDue}
  )`;
}

/**
 * Moves money inside the caller's transaction and returns the wallet's new balance in cents. Only this
 * function and the statements built from `transferExpressions` and `salePaymentExpressions` write
 * balances.
 * @throws AppError `not-enough-money` or `balance-limit`.
 */
export async function moveMoney(tx: StatementTarget, transfer: Transfer): Promise<number> {
  try {
    const [row] = await queryRows<{ balance: string }>(
      tx,
      { balance: bigintText },
      sql`with ${transferExpressions(transfer)} select balance from moved`,
    );
    return Number(row?.balance);
  } catch (error) {
    throw toWalletError(error) ?? error;
  }
}

/** Converts a violated constraint of the wallets to its AppError; null for any other error. */
export function toWalletError(error: unknown): AppError | null {
  const constraint = getViolatedConstraint(error);
  if (constraint === 'wallets_balance_not_negative') return new AppError('not-enough-money');
  if (constraint === 'wallets_balance_limit') return new AppError('balance-limit');
  return null;
}
