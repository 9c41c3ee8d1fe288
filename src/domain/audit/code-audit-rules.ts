import { sql } from 'drizzle-orm';
import {
  cards,
  codeBatches,
  codeDays,
  codes,
  codeUses,
  ledgerEntries,
  marketSales,
  ownedGames,
  tradedCards,
} from '#database/schema.ts';
import { type AuditRule, selectDifference, toUtcDaySql } from './audit-rule.ts';

/** The uses of codes, with what their batch gives. */
const givenUses = sql`select used.*, batch.kind, batch.amount, batch.game_id, batch.card_kind_id
  from ${codeUses} as used join ${codeBatches} as batch on batch.id = used.batch_id`;

/** The audit rules of codes and what players got for them. */
export const codeRules: AuditRule[] = [
  {
    name: 'codes-give-their-money',
    description:
      'A code for money gave its amount once for each use, and no other money is of a code.',
    broken: selectDifference(
      sql`transfer_id, wallet_id, amount`,
      sql`select transfer_id, user_id as wallet_id, amount from (${givenUses}) as given
        where kind = 'money'`,
      sql`select transfer_id, wallet_id, amount
        from ${ledgerEntries} where kind = 'code' and wallet_id is not null`,
    ),
  },
  {
    name: 'codes-give-their-game',
    description:
      'A code for a game gave that game to who redeemed it, for nothing and at that time.',
    broken: sql`select given.code_id, given.user_id, given.game_id, owned.price
      from (${givenUses}) as given
      left join ${ownedGames} as owned on owned.transfer_id = given.transfer_id
      where given.kind = 'game' and (owned.user_id = given.user_id
        and owned.game_id = given.game_id and owned.price = 0
        and owned.bought_at = given.used_at) is not true`,
  },
  {
    name: 'codes-give-their-card',
    description:
      'A code for a card gave one card of its kind to who redeemed it, and no other card is of a code.',
    broken: sql`select given.code_id, given.user_id, card.id as card_id, card.owner_id
      from (select * from (${givenUses}) as used where kind = 'card') as given
      full join (select * from ${cards} where origin = 'redeemed') as card
        on card.id = given.card_id
      left join (
        select distinct on (card_id) card_id, seller_id from (
          select id, card_id, seller_id from ${marketSales}
          union all select id, card_id, from_id from ${tradedCards}
        ) as move order by card_id, id
      ) as first_move on first_move.card_id = card.id
      where given.code_id is null or card.id is null
        or card.kind_id is distinct from given.card_kind_id
        or card.game_id is distinct from given.game_id
        or coalesce(first_move.seller_id, card.owner_id) <> given.user_id`,
  },
  {
    name: 'codes-count-their-uses',
    description:
      'A code counts each of its uses, which were before its end and not more than an account may have of its batch.',
    broken: sql`select code.id as code_id, code.uses, code.uses_max, count(used.user_id) as found
      from ${codes} as code
      join ${codeBatches} as batch on batch.id = code.batch_id
      left join ${codeUses} as used on used.code_id = code.id
      group by code.id, batch.id
      having count(used.user_id) <> code.uses or code.uses > code.uses_max
        or bool_or(used.batch_id <> code.batch_id or used.number > batch.account_max
          or used.used_at >= batch.expires_at)`,
  },
  {
    name: 'codes-are-counted-by-day',
    description: 'The money and uses of the codes that were made on a day equal what was counted.',
    broken: sql`select coalesce(counted.day, made.day) as day, counted.amount, counted.uses,
        made.amount as made_amount, made.uses as made_uses
      from ${codeDays} as counted
      full join (
        select ${toUtcDaySql(sql`batch.created_at`)} as day,
          coalesce(sum(batch.amount * code.uses_max), 0) as amount, sum(code.uses_max) as uses
        from ${codeBatches} as batch join ${codes} as code on code.batch_id = batch.id
        group by 1
      ) as made on made.day = counted.day
      where counted.amount is distinct from made.amount or counted.uses is distinct from made.uses`,
  },
];
