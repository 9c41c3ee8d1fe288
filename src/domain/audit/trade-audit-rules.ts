import { sql } from 'drizzle-orm';
import { tradedCards, tradeOfferCards, tradeOffers, users } from '#database/schema.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { type AuditRule, selectDifference } from './audit-rule.ts';

/** The audit rules of trade offers. */
export const tradeRules: AuditRule[] = [
  {
    name: 'trades-are-complete',
    description:
      'An accepted offer moved exactly the cards that it names, from their person to the other one; no other offer moved a card.',
    broken: selectDifference(
      sql`offer_id, from_id, to_id, game_id, kind_id, copies`,
      sql`select item.offer_id,
          case item.side when 'given' then offer.sender_id else offer.recipient_id end as from_id,
          case item.side when 'given' then offer.recipient_id else offer.sender_id end as to_id,
          item.game_id, item.kind_id, item.copies::bigint as copies
        from ${tradeOffers} as offer
        join ${tradeOfferCards} as item on item.offer_id = offer.id
        where offer.state = 'accepted'`,
      sql`select offer_id, from_id, to_id, game_id, kind_id, count(*) as copies
        from ${tradedCards} group by offer_id, from_id, to_id, game_id, kind_id`,
    ),
  },
  {
    name: 'offers-have-cards',
    description: 'An offer has at least one card, and at most ten on each side.',
    broken: sql`select offer.id as offer_id, item.side, sum(item.copies) as copies
      from ${tradeOffers} as offer left join ${tradeOfferCards} as item on item.offer_id = offer.id
      group by offer.id, item.side
      having item.side is null or sum(item.copies) > ${sql.raw(String(tradeConstants.cardsMax))}`,
  },
  {
    name: 'offers-have-two-people',
    description: 'An open offer is between two accounts that are registered.',
    broken: sql`select offer.id as offer_id, account.id as user_id
      from ${tradeOffers} as offer
      join ${users} as account on account.id in (offer.sender_id, offer.recipient_id)
      where offer.state = 'open' and account.role = 'guest'`,
  },
];
