import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries, wallets } from '#database/schema.ts';

/** A payment between two players with a fee, for a statement that does more than move money. */
export interface SalePayment {
  transferId: SQL;
  buyerId: SQL;
  subject: SQL;
  at: SQL;
  /** An earlier expression. Without a row in it no payment is expected, and nothing fails. */
  condition?: SQL | undefined;
}

/**
 * The common table expression `held`: the wallets of both players, locked in the order of their ids, so
 * that two players who buy from each other wait instead of deadlocking. `seller` is an earlier
 * expression with one row (`seller_id`); without a row nothing is locked. Expressions that lock other
 * rows of the purchase must come later, so they have to read from `held`.
 */
export function lockWalletsExpression(buyerId: SQL): SQL {
  return sql`held as materialized (
    select wallet.user_id from ${wallets} as wallet
    where wallet.user_id in (
      select unnest(array[${buyerId}::uuid, seller.seller_id]) from seller
    )
    order by wallet.user_id for update
  )`;
}

/**
 * The common table expressions `paid` and `entries`, over `held` and a later expression `trade` with one
 * row (`seller_id`, `price`, `fee`; cents). The buyer pays the price, the seller gets the price less the
 * fee, and the fee goes to the system account `fees`.
 *
 * If `trade` has no row, or a wallet is missing, an entry has no balance: that violates
 * `ledger_entries_balance_known`, and the whole statement fails. The entries are joined with `paid`, so
 * that their ids, which contain the time, are created after the wallets are locked. Wallet statements
 * are read in the order of these ids.
 */
export function salePaymentExpressions(payment: SalePayment): SQL {
  const { transferId, buyerId, subject, at, condition } = payment;
  const expected = condition ? sql`where exists (select from ${condition})` : sql``;
  return sql`paid as (
    update ${wallets} as wallet
    set balance = wallet.balance
      + case when wallet.user_id = trade.seller_id then trade.price - trade.fee else -trade.price end
    from trade, held
    where wallet.user_id = held.user_id
    returning wallet.user_id, wallet.balance
  ),
  entries as (
    insert into ${ledgerEntries}
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select ${transferId}::uuid, 'sale', side.wallet_id, side.system_account, side.amount,
      paid.balance, ${subject}::text, ${at}::timestamptz
    from (
      select ${buyerId}::uuid as wallet_id, null as system_account,
        coalesce((select -price from trade), -1) as amount ${expected}
      union all select seller_id, null, price - fee from trade
      union all select null, 'fees', fee from trade where fee > 0
    ) as side
    left join paid on paid.user_id = side.wallet_id
  )`;
}
