import { sql } from 'drizzle-orm';
import { type ColumnTypes, integer, oneOf, text, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { cardKinds, cards, games, tradeOfferCards, tradeOffers, users } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { type TradeOfferState, type TradeSide, tradeSides } from '#shared/constants/trades.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { type CardValue, sumCardValues, toCardValue } from '../market/prices/card-value.ts';
import { type CardKey, getCardPrices } from '../market/prices/get-card-prices.ts';
import type { OfferedCard } from './offered-cards.ts';

/** A card of an offer, with the market value of one copy, see `readValues`. */
export interface TradeCard extends OfferedCard, CardValue {
  name: string;
  gameName: string;
  picture: string;
  rarity: Rarity;
  /** How many of these copies its person holds now. Of an offer that is not open, all of them. */
  held: number;
}

/** An offer as one of its people sees it. */
export interface TradeOffer {
  id: string;
  /** An open offer whose time has passed is `expired`, also before the job has closed it. */
  state: TradeOfferState;
  /** Whether the actor sent it. */
  isOwn: boolean;
  /** The other person. */
  other: { username: string; name: string; profilePic: string };
  message: string;
  /** The offer that this one answers. */
  counterOf: string | null;
  createdAt: Date;
  endsAt: Date;
  closedAt: Date | null;
  /** What the actor gives and gets, with the values: of an accepted offer, those at that time. */
  give: TradeCard[];
  get: TradeCard[];
  giveValue: CardValue;
  getValue: CardValue;
}

interface Row {
  offerId: string;
  side: TradeSide;
  gameId: number;
  kindId: string;
  copies: number;
  name: string;
  gameName: string;
  picture: string;
  rarity: Rarity;
  held: number;
}

const columns: ColumnTypes<Row> = {
  offerId: uuid,
  side: oneOf(tradeSides),
  gameId: integer,
  kindId: text,
  copies: integer,
  name: text,
  gameName: text,
  picture: text,
  rarity: oneOf(rarities),
  held: integer,
};

/** The cards of offers. Copies are counted up to ten, the most that an offer can have. */
const listCards = prepareStatement<Row, { offerIds: string[] }>(
  'trade-offer-cards',
  columns,
  sql`select item.offer_id as "offerId", item.side, item.game_id as "gameId",
      item.kind_id as "kindId", item.copies, kind.name, game.name as "gameName",
      ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.rarity,
      (select count(*) from (select from ${cards} as card
        where card.owner_id = case item.side when 'given' then offer.sender_id
            else offer.recipient_id end
          and card.game_id = item.game_id and card.kind_id = item.kind_id
          and card.state = 'held' limit 10) as copy)::integer as held
    from ${tradeOfferCards} as item
    join ${tradeOffers} as offer on offer.id = item.offer_id
    join ${cardKinds} as kind on kind.id = item.kind_id
    join ${games} as game on game.id = item.game_id
    where item.offer_id = any(${unknownToPlanner(sql.placeholder('offerIds'), 'uuid[]')})
    order by item.offer_id, item.side, game.name, kind.position, item.kind_id`,
);

const ids = unknownToPlanner(sql.placeholder('ids'), 'uuid[]');

const readOffers = prepareSelect('trade-offers', (db) =>
  db.select().from(tradeOffers).where(sql`${tradeOffers.id} = any(${ids})`),
);

const readPeople = prepareSelect('people-of-trade-offers', (db) =>
  db
    .select({
      id: users.id,
      username: users.displayUsername,
      name: users.name,
      profilePic: users.profilePic,
    })
    .from(users)
    .where(sql`${users.id} = any(${ids})`),
);

/** The offers of these ids with their cards, in the order of `ids`. The caller checks whose they are. */
export async function loadOffers(
  ctx: Ctx,
  actorId: string,
  ids: readonly string[],
): Promise<TradeOffer[]> {
  if (ids.length === 0) return [];
  const offers = await readOffers(ctx.db, { ids: [...ids] });
  const otherOf = (offer: (typeof offers)[number]) =>
    offer.senderId === actorId ? offer.recipientId : offer.senderId;
  const [rows, people] = await Promise.all([
    listCards(ctx.db, { offerIds: [...ids] }),
    readPeople(ctx.db, { ids: offers.map(otherOf) }),
  ]);
  const otherIds = new Map(offers.map((offer) => [offer.id, otherOf(offer)]));
  const valueOfCard = await readValues(
    ctx,
    rows.flatMap(({ offerId, gameId, kindId, rarity }) => {
      const otherId = otherIds.get(offerId);
      return otherId ? [{ gameId, kindId, rarity, otherId }] : [];
    }),
  );
  const now = ctx.clock.now();
  return ids.flatMap((id) => {
    const offer = offers.find((row) => row.id === id);
    const person = offer && people.find((row) => row.id === otherOf(offer));
    if (!offer || !person) return [];
    const isOwn = offer.senderId === actorId;
    // More would say what else the other person has.
    const heldOf = ({ held, copies }: Pick<Row, 'held' | 'copies'>) =>
      offer.state === 'open' ? Math.min(held, copies) : copies;
    const side = (which: TradeSide) =>
      rows.flatMap(({ offerId, side, ...card }) =>
        offerId === id && side === which
          ? [{ ...card, held: heldOf(card), ...valueOfCard({ ...card, otherId: otherOf(offer) }) }]
          : [],
      );
    const [given, wanted] = [side('given'), side('wanted')];
    const values = {
      given: toSideValue(offer.givenValue, given),
      wanted: toSideValue(offer.receivedValue, wanted),
    };
    const { id: _, ...other } = person;
    const expired = offer.state === 'open' && offer.endsAt <= now;
    return [
      {
        id,
        state: expired ? ('expired' as const) : offer.state,
        isOwn,
        other,
        message: offer.message,
        counterOf: offer.counterOf,
        createdAt: offer.createdAt,
        endsAt: offer.endsAt,
        closedAt: offer.closedAt,
        give: isOwn ? given : wanted,
        get: isOwn ? wanted : given,
        giveValue: isOwn ? values.given : values.wanted,
        getValue: isOwn ? values.wanted : values.given,
      },
    ];
  });
}

/** A card of an offer between the actor and the account `otherId`. */
export type ValuedCard = CardKey & { rarity: Rarity; otherId: string };

/**
 * The market value of cards of offers: a function from a card to its value. It is the median, else the cheapest
 * listing of anyone but the two people of the offer, who could set its price as they like, else the estimate for
 * the rarity.
 */
export async function readValues(
  ctx: Ctx,
  wanted: readonly ValuedCard[],
): Promise<(card: ValuedCard) => CardValue> {
  const keyOf = ({ gameId, kindId, otherId }: ValuedCard) => `${otherId} ${gameId} ${kindId}`;
  const keys = [...new Map(wanted.map((card) => [keyOf(card), card]))];
  const prices = await getCardPrices(
    ctx,
    keys.map(([, card]) => card),
  );
  const values = new Map(keys.map(([key], index) => [key, prices[index]]));
  const unknown = { median: null, cheapest: null };
  return (card) => toCardValue(values.get(keyOf(card)) ?? unknown, card.rarity);
}

/** The value of one side of an offer: the one that was stored when it was accepted, else that of now. */
function toSideValue(stored: number | null, cards: readonly TradeCard[]): CardValue {
  return stored === null ? sumCardValues(cards) : { price: stored, isEstimated: false };
}
