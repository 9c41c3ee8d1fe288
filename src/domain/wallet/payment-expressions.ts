import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries, wallets } from '#database/schema.ts';

/** A payment between two players with a fee, for a statement that does more than move money. */
export interface Trade {
  transferId: SQL;
  buyerId: SQL;
  subject: SQL;
  at: SQL;
}

/**
 * The common table expression `held`: the wallets of both people, locked in the order of ids, so that
 * two who buy from each other wait instead of deadlocking. `seller` is an earlier expression of one row
 * (`seller_id`), or of none: then nothing is locked. What else a purchase takes comes after: it has to
 * read from `held`.
 */
export function walletsHeld(buyerId: SQL): SQL {
  return sql`held as materialized (
    select wallet.user_id from ${wallets} as wallet
    where wallet.user_id in (
      select unnest(array[${buyerId}::uuid, seller.seller_id]) from seller
    )
    order by wallet.user_id for update
  )`;
}

/**
 * The common table expressions `paid` and `entries`, over `held` and a later expression `trade` of one
 * row (`seller_id`, `price`, `fee`; cents): the buyer pays the price, the seller gets it less the fee,
 * the fee goes to its own account. Without a row in `trade`, and when either wallet is
 * missing, the entry without a balance breaks `ledger_entries_balance_known` and takes the whole
 * statement with it. The entries are joined with what was paid, so that their ids, which hold the time,
 * are made when the wallets are held: a statement is read in their order.
 */
export function tradeExpressions({ transferId, buyerId, subject, at }: Trade): SQL {
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
        coalesce((select -price from trade), -1) as amount
      union all select seller_id, null, price - fee from trade
      union all select null, 'fees', fee from trade where fee > 0
    ) as side
    left join paid on paid.user_id = side.wallet_id
  )`;
}
