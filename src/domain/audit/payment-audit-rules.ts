import { sql } from 'drizzle-orm';
import {
  awardDays,
  cards,
  dailyRewards,
  ledgerEntries,
  marketSales,
  ownedGames,
  playSessions,
  topUpDays,
} from '#database/schema.ts';
import { type AuditRule, selectDifference, toUtcDaySql } from './audit-rule.ts';

/** The audit rules between the ledger and what its entries paid for. */
export const paymentRules: AuditRule[] = [
  {
    name: 'sales-have-entries',
    description:
      'A sale is one transfer: the buyer or the money set aside for an order pays the price, the seller gets the price less the fee.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, system_account, amount`,
      sql`select transfer_id, case when order_id is null then buyer_id end as wallet_id,
            case when order_id is not null then 'orders' end as system_account, -price as amount
          from ${marketSales}
        union all select transfer_id, seller_id, null, price - fee from ${marketSales}
        union all select transfer_id, null, 'fees', fee from ${marketSales} where fee > 0`,
      sql`select transfer_id, wallet_id, system_account, amount
        from ${ledgerEntries} where kind = 'sale'`,
    ),
  },
  {
    name: 'games-are-paid',
    description: 'An owned game was paid for once, by its owner.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, pays`,
      sql`select transfer_id, user_id as wallet_id, true as pays from ${ownedGames}`,
      sql`select transfer_id, wallet_id, amount < 0
        from ${ledgerEntries} where kind = 'game' and wallet_id is not null`,
    ),
  },
  {
    name: 'rewards-are-daily',
    description: 'A daily reward has one ledger entry on its day.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, day, gains`,
      sql`select transfer_id, user_id as wallet_id, day, true as gains from ${dailyRewards}`,
      sql`select transfer_id, wallet_id, ${toUtcDaySql(sql`created_at`)}, amount > 0
        from ${ledgerEntries} where kind = 'daily-reward' and wallet_id is not null`,
    ),
  },
  {
    name: 'rewards-once-a-day',
    description: 'An account has at most one daily reward a day.',
    broken: sql`select user_id, day, count(*) as rewards from ${dailyRewards}
      group by user_id, day having count(*) > 1`,
  },
  {
    name: 'top-ups-are-counted',
    description:
      'The money that an account added on a day equals the amount counted against its limit.',
    broken: sql`select coalesce(counted.user_id, added.wallet_id) as user_id,
        coalesce(counted.day, added.day) as day, counted.amount as counted, added.amount as added
      from (
        select user_id, day, sum(amount) as amount from ${topUpDays} group by user_id, day
      ) as counted
      full join (
        select wallet_id, ${toUtcDaySql(sql`created_at`)} as day, sum(amount) as amount
        from ${ledgerEntries} where kind = 'top-up' and wallet_id is not null
        group by wallet_id, 2
      ) as added on added.wallet_id = counted.user_id and added.day = counted.day
      where counted.amount is distinct from added.amount`,
  },
  {
    name: 'awards-are-cards',
    description: 'The awards counted for a day were given as cards.',
    // Without a daily limit awards are not counted, so there can be more cards than counted awards.
    broken: sql`select counted.user_id, counted.day, counted.awards, coalesce(given.cards, 0) as cards
      from ${awardDays} as counted
      left join (
        select session.user_id, ${toUtcDaySql(sql`card.created_at`)} as day, count(*) as cards
        from ${cards} as card join ${playSessions} as session on session.id = card.play_session_id
        group by session.user_id, 2
      ) as given on given.user_id = counted.user_id and given.day = counted.day
      where counted.awards > coalesce(given.cards, 0)`,
  },
];
