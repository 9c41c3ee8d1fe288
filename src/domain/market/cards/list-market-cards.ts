import { and, eq, inArray } from 'drizzle-orm';
import { cards, marketListings, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { MarketCardOrder } from '#shared/constants/market/market-cards.ts';
import type { MarketCardsQuery } from '#shared/schemas/market/market-cards.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { containsTerm, toSearchWords } from '../../lib/search/search-words.ts';
import { requirePart } from '../../site/site-parts.ts';
import type { CardKey } from '../prices/get-card-prices.ts';
import { listCardTrends } from './list-card-trends.ts';
import { type CardForSale, listCardsForSale } from './list-cards-for-sale.ts';
import { readMarketTiles } from './read-market-tiles.ts';

type ReadCtx = Pick<Ctx, 'db' | 'actor' | 'clock' | 'readCache'>;

export const keyOf = ({ gameId, kindId }: CardKey) => `${gameId}:${kindId}`;

/**
 * A page of the cards for sale, one tile for each. Filter and order come from a list that is some seconds
 * old; price, number of listings and the actor's copies are read for the cards of the page.
 */
export async function listMarketCards(ctx: ReadCtx, query: MarketCardsQuery) {
  await requirePart(ctx, 'market');
  const byTrend = query.order === 'traded' || query.order === 'moved';
  const [all, trends, matches] = await Promise.all([
    listCardsForSale(ctx),
    byTrend ? listCardTrends(ctx) : [],
    readFilter(ctx, query),
  ]);
  const found = all.filter(matches);
  const trendOf = new Map(trends.map((trend) => [keyOf(trend), trend]));
  const { page, perPage } = query;
  const sorted = found.toSorted(comparisons(trendOf)[query.order]);
  const total = Math.min(sorted.length, marketConstants.countMax + 1);
  const shown = sorted.slice((page - 1) * perPage, page * perPage);
  const tiles = await readMarketTiles(ctx, shown);
  return {
    cards: shown.map(({ gameId, gameName, kindId, kindName, picture, rarity }, index) => {
      const trend = trendOf.get(keyOf({ gameId, kindId }));
      return {
        game: { id: gameId, name: gameName },
        kind: { id: kindId, name: kindName, picture, rarity },
        price: tiles[index]?.price ?? null,
        forSale: tiles[index]?.forSale ?? 0,
        held: tiles[index]?.held ?? 0,
        listed: tiles[index]?.listed ?? 0,
        wished: tiles[index]?.wished ?? false,
        sales: trend?.sales ?? null,
        change: trend?.change ?? null,
      };
    }),
    total,
    pages: countPages(total, perPage, marketConstants.countMax),
  };
}

/** A card of the market with what the reader has of it. */
export type MarketTile = Awaited<ReturnType<typeof listMarketCards>>['cards'][number];

type Trends = ReadonlyMap<string, { sales: number; change: number | null }>;
type Compare = (a: CardForSale, b: CardForSale) => number;

/** Ties are ordered by game and kind, so that pages neither repeat nor miss a card. */
function comparisons(trends: Trends): Record<MarketCardOrder, Compare> {
  const tie: Compare = (a, b) => a.gameId - b.gameId || (a.kindId < b.kindId ? -1 : 1);
  const sales = (card: CardForSale) => trends.get(keyOf(card))?.sales ?? 0;
  const move = (card: CardForSale) => Math.abs(trends.get(keyOf(card))?.change ?? 0);
  return {
    newest: (a, b) => a.age - b.age || tie(a, b),
    price: (a, b) => a.price - b.price || tie(a, b),
    dearest: (a, b) => b.price - a.price || tie(a, b),
    traded: (a, b) => sales(b) - sales(a) || tie(a, b),
    moved: (a, b) => move(b) - move(a) || tie(a, b),
  };
}

/** Returns the condition that a query puts on cards. */
async function readFilter(
  ctx: ReadCtx,
  query: MarketCardsQuery,
): Promise<(card: CardForSale) => boolean> {
  const { q, game, rarity, min, max, seller, missing, completes } = query;
  const term = toSearchWords(q);
  const [owned, ofSeller, ofTerm] = await Promise.all([
    missing || completes ? readOwned(ctx) : null,
    seller === null ? null : readCardsOfSeller(ctx, seller),
    q ? readCardsOfSeller(ctx, q) : new Set<string>(),
  ]);
  return (card) => {
    const key = keyOf(card);
    return (
      (game === null || card.gameId === game) &&
      (rarity === null || card.rarity === rarity) &&
      (min === null || card.price >= min) &&
      (max === null || card.price <= max) &&
      (ofSeller === null || ofSeller.has(key)) &&
      (owned === null || !owned.keys.has(key)) &&
      (!completes || owned?.kindsOf.get(card.gameId) === card.setSize - 1) &&
      (q === '' ||
        ofTerm.has(key) ||
        (term !== '' && (containsTerm(card.kindWords, term) || containsTerm(card.gameWords, term))))
    );
  };
}

/** The cards of which the actor has a copy, also one that is for sale. Null for a visitor. */
async function readOwned({ db, actor }: ReadCtx) {
  if (!actor) return null;
  const rows = await db
    .selectDistinct({ gameId: cards.gameId, kindId: cards.kindId })
    .from(cards)
    .where(and(eq(cards.ownerId, actor.id), inArray(cards.state, ['held', 'listed'])));
  const kindsOf = new Map<number, number>();
  for (const { gameId } of rows) kindsOf.set(gameId, (kindsOf.get(gameId) ?? 0) + 1);
  return { keys: new Set(rows.map(keyOf)), kindsOf };
}

/** The cards that the account with exactly this username sells. */
async function readCardsOfSeller({ db }: ReadCtx, username: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ gameId: marketListings.gameId, kindId: marketListings.kindId })
    .from(marketListings)
    .innerJoin(users, eq(users.id, marketListings.sellerId))
    .where(eq(users.username, username.toLowerCase()));
  return new Set(rows.map(keyOf));
}
