import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer, text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { cards, tradedCards, tradeOfferCards } from '#database/schema.ts';
import type { TradeSide } from '#shared/constants/trades.ts';
import type { Trader } from './lock-traders.ts';
import type { OfferedCard } from './offered-cards.ts';
import { isTradeable } from './tradeable-cards.ts';

/**
 * Moves the cards of one side of an offer in one statement and records them: the oldest copies that the
 * person holds and that do not rest. Returns how many copies of each card it moved; if that is fewer than
 * the offer has, the caller must roll back.
 */
export async function moveCards(
  tx: Queryable,
  {
    offerId,
    side,
    from,
    to,
    at,
  }: { offerId: string; side: TradeSide; from: Trader; to: Trader; at: Date },
): Promise<OfferedCard[]> {
  return queryRows<OfferedCard>(
    tx,
    { gameId: integer, kindId: text, copies: integer },
    sql`with item as materialized (
      select game_id, kind_id, copies from ${tradeOfferCards}
      where offer_id = ${offerId}::uuid and side = ${side}
      order by game_id, kind_id
    ),
    chosen as materialized (
      select copy.id, item.game_id, item.kind_id
      from item cross join lateral (
        select ${cards.id} as id from ${cards}
        where ${isTradeable(from)}
          and ${cards.gameId} = item.game_id and ${cards.kindId} = item.kind_id
        order by ${cards.id} limit item.copies for update
      ) as copy
    ),
    moved as (
      update ${cards} as card set owner_id = ${to.id}::uuid
      from chosen
      where card.id = chosen.id and card.owner_id = ${from.id}::uuid and card.state = 'held'
      returning card.id, card.game_id, card.kind_id
    ),
    recorded as (
      insert into ${tradedCards} (offer_id, card_id, game_id, kind_id, from_id, to_id, traded_at)
      select ${offerId}::uuid, id, game_id, kind_id, ${from.id}::uuid, ${to.id}::uuid,
        ${at.toISOString()}::timestamptz
      from moved order by id
    )
    select game_id as "gameId", kind_id as "kindId", count(*)::integer as copies
    from moved group by game_id, kind_id`,
  );
}
