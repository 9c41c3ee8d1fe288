import { sql } from 'drizzle-orm';
import {
  cards,
  idempotencyKeys,
  marketListings,
  marketSales,
  moderationLog,
  playSessions,
  tradedCards,
} from '#database/schema.ts';
import type { AuditRule } from './audit-rule.ts';

/** Every change of owner of every card, with ids in the order of time: sales and trades. */
const cardMoves = sql`select id, card_id, kind_id, game_id, seller_id, buyer_id from ${marketSales}
  union all select id, card_id, kind_id, game_id, from_id, to_id from ${tradedCards}`;

/** The audit rules of cards, listings and sales. */
export const cardRules: AuditRule[] = [
  {
    name: 'cards-in-one-place',
    description:
      'A held, consumed or retired card has no listing; a listed card has exactly one, which is its owner’s.',
    broken: sql`select card.id as card_id, card.state, card.owner_id,
        count(item.id) as listings, (array_agg(item.id))[1:5] as items
      from ${cards} as card left join ${marketListings} as item on item.card_id = card.id
      group by card.id
      having card.state not in ('held', 'listed', 'consumed', 'retired')
        or count(item.id) <> case when card.state = 'listed' then 1 else 0 end
        or bool_or(item.seller_id <> card.owner_id)`,
  },
  {
    name: 'listings-have-cards',
    description: 'Every listing has a card of the same kind and game.',
    broken: sql`select item.id as item_id, item.card_id, item.seller_id
      from ${marketListings} as item left join ${cards} as card on card.id = item.card_id
      where card.id is null or card.kind_id <> item.kind_id or card.game_id <> item.game_id`,
  },
  {
    name: 'sold-listings-are-gone',
    description: 'A listing is sold at most once and is deleted by the sale.',
    broken: sql`select sale.item_id, count(*) as sales, max(sale.card_id::text) as card_id
      from ${marketSales} as sale
      group by sale.item_id
      having count(*) > 1 or exists (select from ${marketListings} as item where item.id = sale.item_id)`,
  },
  {
    name: 'sales-follow-cards',
    description:
      'Who sells or trades a card again is its last buyer or receiver, and the last one owns it.',
    broken: sql`select sale.card_id, sale.id as sale_id, sale.seller_id, sale.buyer_id, card.owner_id
      from (
        select *, lag(buyer_id) over per_card as last_buyer,
          lead(id) over per_card as next_sale
        from (${cardMoves}) as move window per_card as (partition by card_id order by id)
      ) as sale
      left join ${cards} as card on card.id = sale.card_id
      where sale.seller_id = sale.buyer_id
        or sale.seller_id <> sale.last_buyer
        or card.id is null or card.kind_id <> sale.kind_id or card.game_id <> sale.game_id
        or (sale.next_sale is null and card.owner_id <> sale.buyer_id)`,
  },
  {
    name: 'missing-cards-are-bought-once',
    description:
      'A purchase of missing cards buys a card again only after the first copy was sold, traded or consumed.',
    // Only as far back as idempotency keys are stored: sales do not store which operation made them.
    broken: sql`with bought as (
        select sale.*
        from ${idempotencyKeys} as form
        join ${marketSales} as sale on sale.item_id = (form.answer ->> 'itemId')::uuid
          and sale.buyer_id = form.user_id
        where form.answer ->> 'operation' = 'buy-missing-cards'
      )
      select earlier.buyer_id, earlier.game_id, earlier.kind_id, earlier.id as sale_id,
        later.id as later_sale_id
      from bought as earlier
      join bought as later using (buyer_id, game_id, kind_id)
      where earlier.id < later.id
        and not exists (
          select from (${cardMoves}) as resale
          where resale.card_id = earlier.card_id and resale.seller_id = earlier.buyer_id
            and resale.id > earlier.id and resale.id < later.id
        )
        -- The ids of crafts and recyclings are in the order of time too.
        and not exists (
          select from ${cards} as card
          where card.id = earlier.card_id and card.consumed_by < later.id
        )`,
  },
  {
    name: 'cards-have-come-by-sale',
    description:
      'A played card belongs to the player who played for it until that player sells or trades it.',
    broken: sql`select card.id as card_id, card.owner_id, session.user_id as player_id,
        first_sale.seller_id
      from ${cards} as card
      join ${playSessions} as session on session.id = card.play_session_id
      left join (
        select distinct on (card_id) card_id, seller_id from (${cardMoves}) as move
        order by card_id, id
      ) as first_sale on first_sale.card_id = card.id
      where coalesce(first_sale.seller_id, card.owner_id) <> session.user_id`,
  },
  {
    name: 'cards-are-awarded',
    description: 'A played card comes from a play session of its game, at most one for each cycle.',
    // Two cards of one session cannot have the same time: a cycle is always longer than zero.
    broken: sql`select card.play_session_id, card.created_at, count(*) as cards,
        (array_agg(card.id))[1:5] as card_ids
      from ${cards} as card
      left join ${playSessions} as session on session.id = card.play_session_id
      where card.origin = 'played'
      group by card.play_session_id, card.created_at
      having count(*) > 1 or bool_or(session.game_id is distinct from card.game_id)`,
  },
  {
    name: 'granted-cards-are-logged',
    description:
      'A card that an admin granted has an entry in the moderation log, with its first owner.',
    broken: sql`select entry.id as log_id, card.id as card_id, card.owner_id, entry.target_id
      from (select * from ${moderationLog} where act = 'grant-card') as entry
      full join (select * from ${cards} where origin = 'granted') as card
        on card.id::text = entry.details ->> 'cardId'
      left join (
        select distinct on (card_id) card_id, seller_id from (${cardMoves}) as move
        order by card_id, id
      ) as first_sale on first_sale.card_id = card.id
      where entry.id is null or card.id is null
        or entry.details ->> 'kindId' is distinct from card.kind_id
        or entry.details ->> 'gameId' is distinct from card.game_id::text
        or coalesce(first_sale.seller_id, card.owner_id) <> entry.target_id`,
  },
];
