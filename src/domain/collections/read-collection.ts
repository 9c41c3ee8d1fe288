import { type SQL, sql } from 'drizzle-orm';
import { boolean, integer, nullable, oneOf, text } from '#database/column-types.ts';
import { prepareStatement, type StatementTarget } from '#database/prepared-query.ts';
import {
  cardKinds,
  cardSetVersionKinds,
  cards,
  marketListings,
  marketOrders,
} from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import { isOfSet } from '../card-sets/set-versions-sql.ts';

/** A card kind of a game's set with the account's copies. */
export interface CollectedCard {
  kindId: string;
  name: string;
  picture: string;
  rarity: Rarity;
  /** Whether the newest version of the set has it. The account's cards of earlier versions are listed too. */
  isCurrent: boolean;
  /** The number of copies in the inventory, and of copies for sale. */
  held: number;
  listed: number;
  /** The lowest price of other sellers, in cents; null if there is no listing. */
  cheapest: number | null;
  /** The price of the account's own open order of this card, in cents; null without one. */
  ordered: number | null;
}

/** Whether the account has no copy, neither in the inventory nor for sale. */
export function isMissing({ held, listed }: Pick<CollectedCard, 'held' | 'listed'>): boolean {
  return held + listed === 0;
}

const value = sql.placeholder;
const user = sql`${value('userId')}::uuid`;

/**
 * SQL for the `CollectedCard`s of an account and a game, with their `position`: the set of the game, then the kinds
 * of earlier versions that the account owns.
 */
export function selectCollectedCards({ userId, gameId }: { userId: SQL; gameId: SQL }): SQL {
  return sql`select kind.id, kind.name,
      ${selectCardPicture(gameId, sql`kind.picture`)} as picture, kind.rarity, kind.position,
      kind.is_of_set as is_current, own.held, own.listed,
      (select item.price::integer from ${marketListings} as item
        where item.game_id = ${gameId} and item.kind_id = kind.id and item.seller_id <> ${userId}
        order by item.price limit 1) as cheapest
    from (
      select kind.*, (${isOfSet(gameId)}) is true as is_of_set from ${cardKinds} as kind
      where (${isOfSet(gameId)}) or kind.id = any(array(
        select part.kind_id from ${cardSetVersionKinds} as part where part.game_id = ${gameId}))
    ) as kind
    cross join lateral (
      select count(*) filter (where card.state = 'held')::integer as held,
        count(*) filter (where card.state = 'listed')::integer as listed
      from ${cards} as card
      where card.owner_id = ${userId} and card.game_id = ${gameId} and card.kind_id = kind.id
    ) as own
    where kind.is_of_set or own.held + own.listed > 0`;
}

const readSet = prepareStatement<CollectedCard, { userId: string; gameId: number }>(
  'collection-set',
  {
    kindId: text,
    name: text,
    picture: text,
    rarity: oneOf(rarities),
    isCurrent: boolean,
    held: integer,
    listed: integer,
    cheapest: nullable(integer),
    ordered: nullable(integer),
  },
  sql`select id as "kindId", name, picture, rarity, is_current as "isCurrent", held, listed, cheapest,
      (select max(placed.price)::integer from ${marketOrders} as placed
        where placed.buyer_id = ${user} and placed.state = 'open'
          and placed.game_id = ${value('gameId')}::integer and placed.kind_id = set.id) as ordered
    from (${selectCollectedCards({ userId: user, gameId: sql`${value('gameId')}::integer` })}) as set order by is_current desc, position, id`,
);

/**
 * The set of a game in its order, with the account's copies and the prices of other sellers, and then the
 * cards of earlier versions of the set that the account owns.
 */
export async function readCollection(
  db: StatementTarget,
  owner: { userId: string; gameId: number },
): Promise<CollectedCard[]> {
  return readSet(db, owner);
}
