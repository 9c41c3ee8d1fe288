import { type SQL, sql } from 'drizzle-orm';
import {
  awardDays,
  cards,
  codeUses,
  dailyRewards,
  defaultGamePrices,
  gameGroupPrices,
  gameKeyPeriods,
  gameKeys,
  gamePrices,
  gameSales,
  ledgerEntries,
  marketOrders,
  marketSales,
  moderationLog,
  ownedGames,
  playSessions,
  siteSettingChanges,
  topUpDays,
  users,
} from '#database/schema.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { type AuditRule, selectDifference, toUtcDaySql } from './audit-rule.ts';

/** Whether a time is in the period in which the change `saved` of a setting counts, without its edges. */
const isWhileSaved = (time: SQL, delayMs: number) => {
  const delay = sql`make_interval(secs => ${delayMs / 1000})`;
  return sql`${time} > saved.at + ${delay} and not exists (select from ${siteSettingChanges} as next
    where next.key = saved.key and next.id > saved.id and next.at < ${time} + ${delay})`;
};

/** Whether the game `owned` was bought, and not given for a code. */
const isPurchase = sql`not exists (select from ${codeUses} as used
  where used.transfer_id = owned.transfer_id)`;

/** The amount that the change `saved` of a setting made count, in cents. */
const savedAmount = (defaultCents: number) => sql`case jsonb_typeof(saved.after)
  when 'number' then (saved.after #>> '{}')::bigint else ${sql.raw(String(defaultCents))} end`;

/** The audit rules between the ledger and what its entries paid for. */
export const paymentRules: AuditRule[] = [
  {
    name: 'sales-have-entries',
    description:
      'A sale is one transfer: the buyer or the money set aside for an order pays the price, the seller gets the price less the fee.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, system_account, amount`,
      // An order that bought at once set nothing aside. It has the transfer of its sale.
      sql`select sale.transfer_id, case when part.id is null then sale.buyer_id end as wallet_id,
            case when part.id is not null then 'orders' end as system_account, -sale.price as amount
          from ${marketSales} as sale
          left join ${marketOrders} as part
            on part.id = sale.order_id and part.transfer_id <> sale.transfer_id
        union all select transfer_id, seller_id, null, price - fee from ${marketSales}
        union all select transfer_id, null, 'fees', fee from ${marketSales} where fee > 0`,
      sql`select transfer_id, wallet_id, system_account, amount
        from ${ledgerEntries} where kind = 'sale'`,
    ),
  },
  {
    name: 'games-are-paid',
    description: 'An owned game was paid for once, by its owner. A free game has no entries.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, pays`,
      sql`select transfer_id, user_id as wallet_id, true as pays from ${ownedGames}
        where price is distinct from 0`,
      sql`select transfer_id, wallet_id, amount < 0
        from ${ledgerEntries} where kind = 'game' and wallet_id is not null`,
    ),
  },
  {
    name: 'games-cost-their-price',
    description:
      'An owned game cost what its ledger entry says, and that was its price when it was bought: the price for members of a group, that of the sale, its own, or else one that an admin saved or a GAME_PRICE that a node had. A price for members is lower than the others. A change counts a minute before and after it: purchases that have begun pay the earlier price, and clocks of nodes differ.',
    broken: ({ priceDelayMs }) => {
      const delay = sql`make_interval(secs => ${priceDelayMs / 1000})`;
      // Purchases of nodes of an earlier version have no price.
      return sql`select owned.user_id, owned.game_id, owned.price, owned.bought_at, entry.amount
        from ${ownedGames} as owned
        left join ${ledgerEntries} as entry
          on entry.transfer_id = owned.transfer_id and entry.wallet_id = owned.user_id
        left join ${gamePrices} as own on own.id = owned.price_id
        left join ${gameSales} as sale on sale.id = owned.sale_id
        left join ${gameGroupPrices} as of_group on of_group.id = owned.group_price_id
        where owned.price is not null and ${isPurchase} and (
          coalesce(-entry.amount, 0) = owned.price
          and case
            when owned.group_price_id is not null then of_group.game_id = owned.game_id
              and of_group.price = owned.price and num_nonnulls(owned.sale_id, owned.price_id) = 0
              and of_group.set_at < owned.bought_at + ${delay}
              and (of_group.replaced_at is null or of_group.replaced_at + ${delay} > owned.bought_at)
            when owned.sale_id is not null then sale.game_id = owned.game_id
              and sale.price = owned.price and owned.bought_at >= sale.starts_at
              and owned.bought_at < sale.ends_at
                + case when sale.is_ended_early then ${delay} else interval '0' end
            when owned.price_id is not null then own.game_id = owned.game_id
              and own.price = owned.price
              and (own.replaced_at is null or own.replaced_at + ${delay} > owned.bought_at)
            else exists (select from ${defaultGamePrices} as usual where usual.price = owned.price)
              or exists (select from ${siteSettingChanges} as saved
                where saved.key = 'gamePrice' and saved.after = to_jsonb(owned.price))
              or not exists (select from ${defaultGamePrices})
          end
          and (owned.sale_id is not null or not exists (
            select from ${gameSales} as missed where missed.game_id = owned.game_id
              and owned.bought_at >= missed.starts_at and owned.bought_at < missed.ends_at
              and missed.created_at + ${delay} < owned.bought_at
              and (owned.group_price_id is null or missed.price <= owned.price)))
          and (owned.sale_id is not null or owned.price_id is not null or not exists (
            select from ${gamePrices} as missed where missed.game_id = owned.game_id
              and (owned.group_price_id is null or missed.price <= owned.price)
              and missed.price is not null and missed.set_at + ${delay} < owned.bought_at
              and (missed.replaced_at is null or missed.replaced_at > owned.bought_at + ${delay})))
        ) is not true`;
    },
  },
  {
    name: 'games-cost-the-saved-price',
    description:
      'While an admin has set the price of games, a game without a price of its own and without a sale cost that. A change counts a minute before and after it.',
    broken: ({ priceDelayMs }) => sql`select owned.user_id, owned.game_id, owned.price,
        owned.bought_at, saved.after
      from ${siteSettingChanges} as saved
      join ${ownedGames} as owned on owned.price is not null and owned.price_id is null
        and owned.sale_id is null and owned.group_price_id is null and to_jsonb(owned.price) <> saved.after and ${isPurchase}
        and ${isWhileSaved(sql`owned.bought_at`, priceDelayMs)}
      where saved.key = 'gamePrice' and jsonb_typeof(saved.after) = 'number'`,
  },
  {
    name: 'sales-pay-the-saved-fee',
    description:
      'While an admin has set the market fee, a sale paid that. A change counts a minute before and after it.',
    broken: ({ priceDelayMs }) => sql`select sale.item_id, sale.price, sale.fee, sale.sold_at,
        saved.after
      from ${siteSettingChanges} as saved
      join ${marketSales} as sale on ${isWhileSaved(sql`sale.sold_at`, priceDelayMs)}
        and sale.fee <> sale.price * case when jsonb_typeof(saved.after) = 'number'
          then (saved.after #>> '{}')::bigint end / 100
      where saved.key = 'marketFee'`,
  },
  {
    name: 'keys-are-given-with-purchases',
    description:
      'A given key of a game belongs to one purchase of the game, by its account and at its time.',
    broken: sql`select game_key.user_id, game_key.game_id, count(*) as keys,
        count(owned.user_id) as purchases
      from ${gameKeys} as game_key
      left join ${ownedGames} as owned on owned.user_id = game_key.user_id
        and owned.game_id = game_key.game_id and owned.bought_at = game_key.given_at
      where game_key.user_id is not null
      group by game_key.user_id, game_key.game_id
      having count(*) <> 1 or count(owned.user_id) <> 1`,
  },
  {
    name: 'purchases-have-keys',
    description:
      'Each purchase of a game got a key while its purchases get one. A period counts without its first and last minute.',
    broken: ({ priceDelayMs }) => {
      const delay = sql`make_interval(secs => ${priceDelayMs / 1000})`;
      return sql`select owned.user_id, owned.game_id, owned.bought_at
      from ${gameKeyPeriods} as period
      join ${ownedGames} as owned on owned.game_id = period.game_id
        and owned.bought_at > period.since + ${delay}
        and (period.until is null or owned.bought_at < period.until - ${delay})
      where not exists (select from ${gameKeys} as game_key
        where game_key.user_id = owned.user_id and game_key.game_id = owned.game_id)`;
    },
  },
  {
    name: 'grants-and-fines-are-logged',
    description:
      'Money that an admin gave or took has an entry in the moderation log with its amount and account.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, kind, amount`,
      sql`select (details ->> 'transferId')::uuid as transfer_id, target_id as wallet_id,
          case act when 'give-money' then 'grant' else 'fine' end as kind,
          case act when 'give-money' then 1 else -1 end * (details ->> 'amount')::bigint as amount
        from ${moderationLog} where act in ('give-money', 'take-money')`,
      sql`select transfer_id, wallet_id, kind, amount
        from ${ledgerEntries} where kind in ('grant', 'fine') and wallet_id is not null`,
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
    name: 'starting-money-is-paid-once',
    description:
      'A player got starting money at most once, when it registered, and an amount that an admin had set.',
    broken: sql`select entry.wallet_id, entry.amount, entry.created_at, account.registered_at
      from ${ledgerEntries} as entry join ${users} as account on account.id = entry.wallet_id
      where entry.kind = 'starting-money' and (
        entry.created_at is distinct from account.registered_at
        or not exists (select from ${siteSettingChanges} as saved
          where saved.key = 'startingMoney' and saved.after = to_jsonb(entry.amount))
        or exists (select from ${ledgerEntries} as other where other.wallet_id = entry.wallet_id
          and other.kind = 'starting-money' and other.id <> entry.id))`,
  },
  {
    name: 'new-players-get-the-saved-starting-money',
    description:
      'While an admin has set the starting money, a player that registered got it. A change counts a minute before and after it.',
    broken: ({ priceDelayMs }) => sql`select account.id, account.registered_at, entry.amount,
        saved.after
      from ${siteSettingChanges} as saved
      join ${users} as account on ${isWhileSaved(sql`account.registered_at`, priceDelayMs)}
      left join ${ledgerEntries} as entry
        on entry.kind = 'starting-money' and entry.wallet_id = account.id
      where saved.key = 'startingMoney' and coalesce(entry.amount, 0) <> ${savedAmount(topUpConstants.startingMoneyCents)}`,
  },
  {
    name: 'top-ups-keep-the-saved-maximum',
    description:
      'While an admin has set the largest top-up, no top-up was larger. A change counts a minute before and after it.',
    broken: ({ priceDelayMs }) => sql`select entry.wallet_id, entry.amount, entry.created_at,
        saved.after
      from ${siteSettingChanges} as saved
      join ${ledgerEntries} as entry on entry.kind = 'top-up' and entry.wallet_id is not null
        and ${isWhileSaved(sql`entry.created_at`, priceDelayMs)}
      where saved.key = 'topUpSingle' and entry.amount > ${savedAmount(topUpConstants.topUpMaxCents)}`,
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
