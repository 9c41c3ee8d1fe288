import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#database/client.ts';
import { cardKinds, cards, games, marketItems, marketSales, users } from '#database/schema.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findGameSummary } from '../catalog/games/find-game-summary.ts';
import type { Ctx } from '../context.ts';
import { oddsOf } from '../inventory/draw-card.ts';
import { pageCount } from '../lib/page-count.ts';
import { cardMedianPrice } from './card-median-price.ts';

interface Asked {
  kindId: string;
  /** Of a kind that games share, the listings and sales of this game's card alone; null for all. */
  gameId: number | null;
  /** Of the open listings, from 1. */
  page: number;
  /** The usual number where it is left out. */
  perPage?: number;
}

/**
 * All that a card's page tells: the card with its odds (0 to 1) and set, how many there are (counted up
 * to 10,001), a page of its open listings, cheapest first, the last twenty sales, and the median of the
 * last 30 days, see `cardPrices`. Listings, sales and median are those of the game where one is asked
 * for; how many there are, and what the reader holds, are of all games. A game that cannot award the
 * card counts as left out. Prices in cents.
 * @throws Refusal `card-not-found`.
 */
export async function getMarketCard(ctx: Pick<Ctx, 'db' | 'actor' | 'clock'>, asked: Asked) {
  const kind = await readKind(ctx, asked.kindId);
  const game =
    kind.ofGame || asked.gameId === null ? null : await findGameSummary(ctx, asked.gameId);
  const card = { kindId: asked.kindId, gameId: game?.id ?? null };
  const { page, perPage = marketConstants.pageSize } = asked;
  const [existing, forSale, listings, sales, price, held] = await Promise.all([
    countExisting(ctx, card.kindId),
    countSome(ctx.db, marketItems, itemsOf(card)),
    readListings(ctx, { ...card, page, perPage }),
    readSales(ctx, card),
    cardMedianPrice(ctx, card),
    readHeld(ctx, card.kindId),
  ]);
  return {
    ...kind,
    game,
    existing,
    forSale,
    listings,
    page,
    pages: pageCount(forSale, perPage, marketConstants.countMax),
    sales,
    price,
    held,
  };
}

type Card = { kindId: string; gameId: number | null };

async function readKind({ db }: Pick<Ctx, 'db'>, kindId: string) {
  const wanted = alias(cardKinds, 'wanted');
  const set = await db
    .select({
      id: cardKinds.id,
      gameId: cardKinds.gameId,
      name: cardKinds.name,
      description: cardKinds.description,
      picture: cardKinds.picture,
      rarity: cardKinds.rarity,
    })
    .from(cardKinds)
    .innerJoin(wanted, and(eq(wanted.setId, cardKinds.setId), eq(wanted.id, kindId)))
    .orderBy(asc(cardKinds.position));
  const kind = set.find(({ id }) => id === kindId);
  if (!kind) throw new AppError('card-not-found');
  const { gameId, ...card } = kind;
  return {
    card: { ...card, odds: oddsOf(kind, set) },
    /** The one game that awards it; null for a card of every game without a set of its own. */
    ofGame: gameId === null ? null : await findGameSummary({ db }, gameId),
    set: set.map(({ id, name, rarity, picture }) => ({ id, name, rarity, picture })),
  };
}

/** A kind of a set of its own is found by its kind alone; a shared one by kind and game. */
const itemsOf = ({ kindId, gameId }: Card) =>
  and(eq(marketItems.kindId, kindId), gameId === null ? undefined : eq(marketItems.gameId, gameId));

async function countExisting({ db }: Pick<Ctx, 'db'>, kindId: string): Promise<number> {
  return countSome(db, cards, and(eq(cards.kindId, kindId), ne(cards.state, 'retired')));
}

/** Up to one more than `market.countMax`, which stands for more. */
async function countSome(
  db: Database,
  table: typeof cards | typeof marketItems,
  where: SQL | undefined,
): Promise<number> {
  const some = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(marketConstants.countMax + 1)
    .as('some');
  return db.$count(some);
}

async function readListings(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { page, perPage, ...card }: Card & { page: number; perPage: number },
) {
  const rows = await db
    .select({
      id: marketItems.id,
      price: marketItems.price,
      gameId: marketItems.gameId,
      gameName: games.name,
      sellerId: marketItems.sellerId,
      seller: users.displayUsername,
    })
    .from(marketItems)
    .innerJoin(games, eq(games.id, marketItems.gameId))
    .innerJoin(users, eq(users.id, marketItems.sellerId))
    .where(itemsOf(card))
    .orderBy(asc(marketItems.price), asc(marketItems.id))
    .limit(perPage)
    .offset(Math.min((page - 1) * perPage, marketConstants.countMax));
  return rows.map(({ sellerId, ...row }) => ({ ...row, own: sellerId === actor?.id }));
}

async function readSales({ db }: Pick<Ctx, 'db'>, { kindId, gameId }: Card) {
  const [buyers, sellers] = [alias(users, 'buyers'), alias(users, 'sellers')];
  return db
    .select({
      id: marketSales.id,
      soldAt: marketSales.soldAt,
      price: marketSales.price,
      gameId: marketSales.gameId,
      gameName: games.name,
      buyer: buyers.displayUsername,
      seller: sellers.displayUsername,
    })
    .from(marketSales)
    .innerJoin(games, eq(games.id, marketSales.gameId))
    .innerJoin(buyers, eq(buyers.id, marketSales.buyerId))
    .innerJoin(sellers, eq(sellers.id, marketSales.sellerId))
    .where(
      and(
        eq(marketSales.kindId, kindId),
        gameId === null ? undefined : eq(marketSales.gameId, gameId),
      ),
    )
    .orderBy(desc(marketSales.soldAt), desc(marketSales.id))
    .limit(marketConstants.salesShown);
}

/** The copies that the reader could sell, by game, of all games; a visitor has none. */
async function readHeld({ db, actor }: Pick<Ctx, 'db' | 'actor'>, kindId: string) {
  if (!actor) return [];
  return db
    .select({
      gameId: games.id,
      gameName: games.name,
      copies: sql<number>`count(*)::integer`,
    })
    .from(cards)
    .innerJoin(games, eq(games.id, cards.gameId))
    .where(and(eq(cards.ownerId, actor.id), eq(cards.kindId, kindId), eq(cards.state, 'held')))
    .groupBy(games.id, games.name)
    .orderBy(asc(games.name), asc(games.id));
}
