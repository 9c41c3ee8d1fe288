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
import { dayOf, difference, type Rule } from './audit-rule.ts';

/** What holds between the ledger and what its entries were for. */
export const bookRules: Rule[] = [
  {
    name: 'sales-have-entries',
    says: 'A sale is one transfer: the buyer pays the price, the seller gets it less the fee.',
    broken: difference(
      sql`transfer_id, wallet_id, system_account, amount`,
      sql`select transfer_id, buyer_id as wallet_id, null as system_account, -price as amount
          from ${marketSales}
        union all select transfer_id, seller_id, null, price - fee from ${marketSales}
        union all select transfer_id, null, 'fees', fee from ${marketSales} where fee > 0`,
      sql`select transfer_id, wallet_id, system_account, amount
        from ${ledgerEntries} where kind = 'sale'`,
    ),
  },
  {
    name: 'games-are-paid',
    says: 'A game that is owned was paid for by its owner, once.',
    broken: difference(
      sql`transfer_id, wallet_id, pays`,
      sql`select transfer_id, user_id as wallet_id, true as pays from ${ownedGames}`,
      sql`select transfer_id, wallet_id, amount < 0
        from ${ledgerEntries} where kind = 'game' and wallet_id is not null`,
    ),
  },
  {
    name: 'rewards-are-daily',
    says: 'A daily reward is one entry of its day.',
    broken: difference(
      sql`transfer_id, wallet_id, day, gains`,
      sql`select transfer_id, user_id as wallet_id, day, true as gains from ${dailyRewards}`,
      sql`select transfer_id, wallet_id, ${dayOf(sql`created_at`)}, amount > 0
        from ${ledgerEntries} where kind = 'daily-reward' and wallet_id is not null`,
    ),
  },
  {
    name: 'rewards-once-a-day',
    says: 'Nobody has two daily rewards of one day.',
    broken: sql`select user_id, day, count(*) as rewards from ${dailyRewards}
      group by user_id, day having count(*) > 1`,
  },
  {
    name: 'top-ups-are-counted',
    says: 'What an account added on a day is what was counted against its limit.',
    broken: sql`select coalesce(counted.user_id, added.wallet_id) as user_id,
        coalesce(counted.day, added.day) as day, counted.amount as counted, added.amount as added
      from (
        select user_id, day, sum(amount) as amount from ${topUpDays} group by user_id, day
      ) as counted
      full join (
        select wallet_id, ${dayOf(sql`created_at`)} as day, sum(amount) as amount
        from ${ledgerEntries} where kind = 'top-up' and wallet_id is not null
        group by wallet_id, 2
      ) as added on added.wallet_id = counted.user_id and added.day = counted.day
      where counted.amount is distinct from added.amount`,
  },
  {
    name: 'awards-are-cards',
    says: 'What was counted as awards of a day was given as cards.',
    // Without a daily limit nothing is counted, so that there may be more cards.
    broken: sql`select counted.user_id, counted.day, counted.awards, coalesce(given.cards, 0) as cards
      from ${awardDays} as counted
      left join (
        select session.user_id, ${dayOf(sql`card.created_at`)} as day, count(*) as cards
        from ${cards} as card join ${playSessions} as session on session.id = card.play_session_id
        group by session.user_id, 2
      ) as given on given.user_id = counted.user_id and given.day = counted.day
      where counted.awards > coalesce(given.cards, 0)`,
  },
];
