import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries, wallets } from '#database/schema.ts';

/** Money of one wallet that is set aside for a new order. */
export interface SetAside {
  transferId: SQL;
  userId: SQL;
  /** Cents. */
  amount: SQL;
  subject: SQL;
  at: SQL;
  /** An earlier expression. Without a row in it nothing moves. */
  condition: SQL;
}

/** The common table expressions `moved` and `entries`, which set money of a locked wallet aside. */
export function setAsideExpressions(parts: SetAside): SQL {
  const { transferId, userId, amount, subject, at, condition } = parts;
  return sql`moved as (
    update ${wallets} set balance = balance - ${amount}, set_aside = set_aside + ${amount}
    where user_id = ${userId} and exists (select from ${condition})
    returning balance
  ),
  entries as (
    insert into ${ledgerEntries}
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select ${transferId}, 'order-placed', side.wallet_id, side.system_account, side.amount,
      side.balance_after, ${subject}, ${at}
    from moved cross join lateral (values
      (${userId}, null, -${amount}, moved.balance),
      (null, 'orders', ${amount}, null)
    ) as side (wallet_id, system_account, amount, balance_after)
  )`;
}

/**
 * The common table expressions `moved` and `entries`, which return set-aside money to one locked wallet.
 * `returned` is an earlier expression with a row for each transfer: `id` (their order), `transfer_id`,
 * `amount` (cents) and `subject`.
 */
export function returnExpressions({
  userId,
  returned,
  at,
}: {
  userId: SQL;
  returned: SQL;
  at: SQL;
}): SQL {
  return sql`moved as (
    update ${wallets} as wallet
    set balance = wallet.balance + total.amount, set_aside = wallet.set_aside - total.amount
    from (select sum(amount)::bigint as amount from ${returned}) as total
    where wallet.user_id = ${userId} and total.amount is not null
    returning wallet.balance - total.amount as before
  ),
  entries as (
    insert into ${ledgerEntries}
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select step.transfer_id, 'order-returned', side.wallet_id, side.system_account, side.amount,
      side.balance_after, step.subject, ${at}
    from (
      select part.*, (moved.before + sum(part.amount) over (order by part.id))::bigint as balance
      from ${returned} as part, moved
    ) as step
    cross join lateral (values
      (${userId}, null, step.amount, step.balance),
      (null, 'orders', -step.amount, null)
    ) as side (wallet_id, system_account, amount, balance_after)
    order by step.id, side.wallet_id nulls last
  )`;
}

/**
 * The common table expressions `paid` and `entries`, over an earlier expression `trade` with a row for each
 * trade through an order: `place` (their order), `buyer_id`, `seller_id`, `price`, `fee`, `order_price`
 * (cents), `transfer_id`, `return_id` and `subject`. The set-aside money pays the price; if the order offered
 * more, the difference returns to the buyer's balance. All wallets are locked.
 */
export function orderPaymentExpressions({ at }: { at: SQL }): SQL {
  return sql`paid as (
    update ${wallets} as wallet
    set balance = wallet.balance + change.balance, set_aside = wallet.set_aside + change.set_aside
    from (
      select user_id, sum(balance)::bigint as balance, sum(set_aside)::bigint as set_aside
      from (
        select seller_id as user_id, price - fee as balance, 0 as set_aside from trade
        union all select buyer_id, order_price - price, -order_price from trade
      ) as part
      group by user_id
    ) as change
    where wallet.user_id = change.user_id
    returning wallet.user_id, wallet.balance - change.balance as before
  ),
  entries as (
    insert into ${ledgerEntries}
      (transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at)
    select side.transfer_id, side.kind, side.wallet_id, side.system_account, side.amount,
      case when side.wallet_id is not null then (paid.before + sum(side.amount)
        over (partition by side.wallet_id order by side.place, side.step))::bigint end,
      side.subject, ${at}
    from (
      select place, 1 as step, transfer_id, 'sale' as kind, seller_id as wallet_id,
        null as system_account, price - fee as amount, subject from trade
      union all select place, 2, transfer_id, 'sale', null, 'orders', -price, subject from trade
      union all select place, 3, transfer_id, 'sale', null, 'fees', fee, subject
        from trade where fee > 0
      union all select place, 4, return_id, 'order-returned', buyer_id, null, order_price - price,
        subject from trade where order_price > price
      union all select place, 5, return_id, 'order-returned', null, 'orders', price - order_price,
        subject from trade where order_price > price
    ) as side
    left join paid on paid.user_id = side.wallet_id
    order by side.place, side.step
  )`;
}
