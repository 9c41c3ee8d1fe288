import { sql } from 'drizzle-orm';
import { integer, oneOf, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, games, marketListings } from '#database/schema.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { selectCardPicture } from '../../card-sets/card-picture.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { toSearchWords } from '../../lib/search/search-words.ts';

/** A card that was for sale when the list was read. */
export interface CardForSale {
  gameId: number;
  gameName: string;
  kindId: string;
  kindName: string;
  /** The names in the form of `toSearchWords`. */
  gameWords: string;
  kindWords: string;
  picture: string;
  rarity: Rarity;
  /** The cheapest listing in cents. */
  price: number;
  /** The place of its newest listing, from 1. */
  age: number;
  /** The number of card kinds in its set. */
  setSize: number;
}

const newestListings = sql.raw(String(marketCardConstants.newestListings));
const cardsMax = sql.raw(String(marketCardConstants.cardsMax));

// Jumps from one card to the next: one index lookup for each card, however many listings it has.
const readCards = prepareStatement<
  Omit<CardForSale, 'gameWords' | 'kindWords'>,
  Record<string, never>
>(
  'market-cards-for-sale',
  {
    gameId: integer,
    gameName: text,
    kindId: text,
    kindName: text,
    picture: text,
    rarity: oneOf(rarities),
    price: integer,
    age: integer,
    setSize: integer,
  },
  sql`with recursive card (game_id, kind_id, price) as (
    (select item.game_id, item.kind_id, item.price from ${marketListings} as item
      order by item.game_id, item.kind_id, item.price limit 1)
    union all
    select next.game_id, next.kind_id, next.price from card cross join lateral (
      select item.game_id, item.kind_id, item.price from ${marketListings} as item
      where (item.game_id, item.kind_id) > (card.game_id, card.kind_id)
      order by item.game_id, item.kind_id, item.price limit 1
    ) as next
  ),
  newest as (
    select recent.game_id, recent.kind_id, min(recent.position) as position from (
      select item.game_id, item.kind_id, row_number() over (order by item.id desc) as position
      from ${marketListings} as item order by item.id desc limit ${newestListings}
    ) as recent group by recent.game_id, recent.kind_id
  ),
  set_sizes as (
    select kind.set_id, count(*)::integer as size from ${cardKinds} as kind
    where kind.is_current group by kind.set_id
  )
  select card.game_id as "gameId", game.name as "gameName", kind.id as "kindId",
    kind.name as "kindName",
    ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.rarity, card.price::integer as price,
    coalesce(newest.position, ${newestListings} + 1)::integer as age, set_sizes.size as "setSize"
  from (select * from card limit ${cardsMax}) as card
  join ${games} as game on game.id = card.game_id
  join ${cardKinds} as kind on kind.id = card.kind_id
  join set_sizes on set_sizes.set_id = kind.set_id
  left join newest on newest.game_id = card.game_id and newest.kind_id = card.kind_id`,
);

/** All cards that are for sale, cached for some seconds: filters and orders of the market's cards use it. */
export const listCardsForSale = cachedRead(
  'market-cards-for-sale',
  marketCardConstants.freshMs,
  async ({ db }): Promise<CardForSale[]> => {
    // Many cards have the same names.
    const words = new Map<string, string>();
    const toWords = (name: string) => {
      const known = words.get(name) ?? toSearchWords(name);
      words.set(name, known);
      return known;
    };
    return (await readCards(db, {})).map((card) => ({
      ...card,
      gameWords: toWords(card.gameName),
      kindWords: toWords(card.kindName),
    }));
  },
);
