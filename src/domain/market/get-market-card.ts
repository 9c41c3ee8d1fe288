import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '#database/client.ts';
import { integer, nullable, text } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { cardKinds, cards, games, marketListings, marketSales, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import { calculateOdds } from '../card-sets/draw-card.ts';
import { findGameSummary } from '../catalog/games/find-game-summary.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { chooseRowLimit } from '../lib/page-row-limit.ts';
import { isNamedInSales } from '../privacy/privacy-conditions.ts';
import { getRules } from '../site/current-rules.ts';
import { requirePart } from '../site/site-parts.ts';
import { getCardMedianPrice } from './prices/get-card-median-price.ts';

interface MarketCardRequest {
  kindId: string;
  /** For a kind that games share: only this game's listings and sales; null for those of all games. */
  gameId: number | null;
  /** The page of the open listings, from 1. */
  page: number;
  /** `marketConstants.pageSize` by default. */
  perPage?: number;
}

/**
 * Everything that a card's page shows: the card with its odds (0 to 1) and set, the number of copies
 * (counted up to 10,001), a page of its open listings, cheapest first, the last twenty sales and the
 * median of the last 30 days, see `getCardPrices`. With `gameId`, listings, sales and median are those of
 * that game; the number of copies and the actor's own copies are always those of all games. A `gameId`
 * of a kind with its own game is ignored. Prices in cents.
 * @throws AppError `card-not-found`
 */
export async function getMarketCard(
  ctx: Pick<Ctx, 'db' | 'actor' | 'clock' | 'market' | 'readCache' | 'rules'>,
  request: MarketCardRequest,
) {
  await requirePart(ctx, 'market');
  const [requested, found, existing, held] = await Promise.all([
    request.gameId === null ? null : findGameSummary(ctx, request.gameId),
    readKind(ctx, request),
    countExisting(ctx, request.kindId),
    readHeld(ctx, request.kindId),
  ]);
  // The pictures of a game that does not exist.
  const kind =
    request.gameId !== null && !requested
      ? await readKind(ctx, { ...request, gameId: null })
      : found;
  const game = kind.ofGame ? null : requested;
  const card = { kindId: request.kindId, gameId: game?.id ?? null };
  const { page, perPage = marketConstants.pageSize } = request;
  const [[listed], listings, sales, price] = await Promise.all([
    countListings(ctx.db, card),
    readListings(ctx, { ...card, page, perPage }),
    readSales(ctx.db, card),
    getCardMedianPrice(ctx, card),
  ]);
  const forSale = listed?.counted ?? 0;
  return {
    ...kind,
    game,
    existing,
    forSale,
    listings,
    page,
    pages: countPages(forSale, perPage, marketConstants.countMax),
    sales,
    price,
    held,
  };
}

/** What a card's page shows. */
export type MarketCard = Awaited<ReturnType<typeof getMarketCard>>;

type Card = { kindId: string; gameId: number | null };

const readSet = prepareSelect('set-of-market-card', (db) => {
  const wanted = alias(cardKinds, 'wanted');
  return db
    .select({
      id: cardKinds.id,
      gameId: cardKinds.gameId,
      name: cardKinds.name,
      description: cardKinds.description,
      picture: selectCardPicture(
        sql`coalesce(${cardKinds.gameId}, ${sql.placeholder('gameId')}::integer)`,
      ),
      rarity: cardKinds.rarity,
      isCurrent: cardKinds.isCurrent,
    })
    .from(cardKinds)
    .innerJoin(
      wanted,
      and(eq(wanted.setId, cardKinds.setId), eq(wanted.id, sql.placeholder('kindId'))),
    )
    .orderBy(asc(cardKinds.position));
});

/** Reads a kind with its set. The pictures are those of the kind's own game, else of `gameId`. */
async function readKind(ctx: Parameters<typeof getRules>[0], { kindId, gameId: pictured }: Card) {
  const { db } = ctx;
  const { rarityWeights } = await getRules(ctx);
  const set = await readSet(db, { kindId, gameId: pictured });
  const kind = set.find(({ id }) => id === kindId);
  if (!kind) throw new AppError('card-not-found');
  const { gameId, isCurrent, ...card } = kind;
  const current = set.filter((one) => one.isCurrent);
  return {
    /** Odds of 0 for a card that was only in an earlier version of its set. */
    card: { ...card, odds: isCurrent ? calculateOdds(kind, current, 0, rarityWeights) : 0 },
    /** The only game that awards the card; null for a kind that several games share. */
    ofGame: gameId === null ? null : await findGameSummary({ db }, gameId),
    set: current.map(({ id, name, rarity, picture }) => ({ id, name, rarity, picture })),
  };
}

type Build<Rows> = Parameters<typeof prepareSelect<Card, Rows>>[1];

/** Prepares a query of the rows of a card: in one game, and in all games for null as `gameId`. */
function prepareForCard<Rows>(
  name: string,
  table: typeof marketListings | typeof marketSales,
  build: (isOfCard: SQL | undefined) => Build<Rows>,
) {
  const isKind = eq(table.kindId, sql.placeholder('kindId'));
  const isGame = eq(table.gameId, sql.placeholder('gameId'));
  const inAllGames = prepareSelect<Card, Rows>(name, build(isKind));
  const inGame = prepareSelect<Card, Rows>(`${name}-in-game`, build(and(isKind, isGame)));
  return (db: Database, { kindId, gameId }: Card) =>
    (gameId === null ? inAllGames : inGame)(db, { kindId, gameId });
}

async function countExisting(
  { db, market }: Pick<Ctx, 'db' | 'market'>,
  kindId: string,
): Promise<number> {
  const known = market.caches.copies.get(kindId);
  if (known !== undefined) return known;
  const [row] = await countCopies(db, { kindId });
  const copies = row?.counted ?? 0;
  if (copies >= marketConstants.copiesCachedFrom) market.caches.copies.set(kindId, copies);
  return copies;
}

/** Counts up to `marketConstants.countMax` + 1, which means more than `countMax`. */
const countCopies = prepareSelect('count-copies-of-kind', (db) =>
  db.select({ counted: count() }).from(
    db
      .select({ one: typedSql(integer, sql`1`).as('one') })
      .from(cards)
      .where(
        and(eq(cards.kindId, sql.placeholder('kindId')), inArray(cards.state, ['held', 'listed'])),
      )
      .limit(marketConstants.countMax + 1)
      .as('bounded'),
  ),
);

/** Counts in the same way. */
const countListings = prepareForCard(
  'count-listings-of-card',
  marketListings,
  (isOfCard) => (db) =>
    db.select({ counted: count() }).from(
      db
        .select({ one: typedSql(integer, sql`1`).as('one') })
        .from(marketListings)
        .where(isOfCard)
        .limit(marketConstants.countMax + 1)
        .as('bounded'),
    ),
);

async function readListings(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { page, perPage, ...card }: Card & { page: number; perPage: number },
) {
  const offset = Math.min((page - 1) * perPage, marketConstants.countMax);
  const size = chooseRowLimit(perPage, marketConstants.pageSize);
  const isOfCard = and(
    eq(marketListings.kindId, card.kindId),
    card.gameId === null ? undefined : eq(marketListings.gameId, card.gameId),
  );
  const rows = await (offset === 0
    ? readCheapest(size)(db, card)
    : selectListings(isOfCard, size)(db).offset(offset));
  return rows
    .slice(0, perPage)
    .map(({ sellerId, ...row }) => ({ ...row, own: sellerId === actor?.id }));
}

/** The cheapest listings. */
const selectListings = (isOfCard: SQL | undefined, size: number) => (db: Queryable) =>
  db
    .select({
      id: marketListings.id,
      price: marketListings.price,
      gameId: marketListings.gameId,
      gameName: games.name,
      sellerId: marketListings.sellerId,
      seller: users.displayUsername,
    })
    .from(marketListings)
    .innerJoin(games, eq(games.id, marketListings.gameId))
    .innerJoin(users, eq(users.id, marketListings.sellerId))
    .where(isOfCard)
    .orderBy(asc(marketListings.price), asc(marketListings.id))
    .limit(size);

// The best plan of a later page depends on its number.
const readCheapest = memoizeByKey((size: number) =>
  prepareForCard(`cheapest-of-card-${size}`, marketListings, (isOfCard) =>
    selectListings(isOfCard, size),
  ),
);

/** The last sales. `buyer` and `seller` are null for accounts that do not want to be named. */
const readSales = prepareForCard('last-sales-of-card', marketSales, (isOfCard) => (db) => {
  const [buyers, sellers] = [alias(users, 'buyers'), alias(users, 'sellers')];
  const nameOf = (account: typeof buyers | typeof sellers) =>
    typedSql(
      nullable(text),
      sql`case when ${isNamedInSales(account.id)} then ${account.displayUsername} end`,
    );
  return db
    .select({
      id: marketSales.id,
      soldAt: marketSales.soldAt,
      price: marketSales.price,
      gameId: marketSales.gameId,
      gameName: games.name,
      buyer: nameOf(buyers),
      seller: nameOf(sellers),
    })
    .from(marketSales)
    .innerJoin(games, eq(games.id, marketSales.gameId))
    .innerJoin(buyers, eq(buyers.id, marketSales.buyerId))
    .innerJoin(sellers, eq(sellers.id, marketSales.sellerId))
    .where(isOfCard)
    .orderBy(desc(marketSales.soldAt), desc(marketSales.id))
    .limit(marketConstants.salesShown);
});

const readHeldCopies = prepareSelect('held-copies-of-kind', (db) =>
  db
    .select({
      gameId: games.id,
      gameName: games.name,
      copies: typedSql(integer, sql`count(*)::integer`),
    })
    .from(cards)
    .innerJoin(games, eq(games.id, cards.gameId))
    .where(
      and(
        eq(cards.ownerId, sql.placeholder('ownerId')),
        eq(cards.kindId, sql.placeholder('kindId')),
        eq(cards.state, 'held'),
      ),
    )
    .groupBy(games.id, games.name)
    .orderBy(asc(games.name), asc(games.id)),
);

/** The actor's held copies by game; empty for a visitor. */
async function readHeld({ db, actor }: Pick<Ctx, 'db' | 'actor'>, kindId: string) {
  return actor ? readHeldCopies(db, { ownerId: actor.id, kindId }) : [];
}
