import { and, eq, inArray, sql } from 'drizzle-orm';
import { cardKinds, games, marketSales } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import type { CardKey } from '../prices/get-card-prices.ts';

/** The names of a card kind and of the game that the card is from. */
export interface CardName {
  name: string;
  gameName: string;
}

const toKey = ({ gameId, kindId }: CardKey) => `${gameId} ${kindId}`;

/** The names of cards, in their order; null for one that does not exist. */
export async function findCardNames(
  { db }: Pick<Ctx, 'db'>,
  cards: readonly CardKey[],
): Promise<(CardName | null)[]> {
  if (cards.length === 0) return [];
  const rows = await db
    .select({
      gameId: games.id,
      gameName: games.name,
      kindId: cardKinds.id,
      name: cardKinds.name,
    })
    .from(games)
    .innerJoin(cardKinds, sql`true`)
    .where(
      and(
        inArray(games.id, [...new Set(cards.map(({ gameId }) => gameId))]),
        inArray(cardKinds.id, [...new Set(cards.map(({ kindId }) => kindId))]),
      ),
    );
  const names = new Map(rows.map((row) => [toKey(row), row]));
  return cards.map((card) => {
    const row = names.get(toKey(card));
    return row ? { name: row.name, gameName: row.gameName } : null;
  });
}

/** The cards of those of the actor's listings that were sold, by the id of the listing. */
export async function findNamesOfSoldListings(
  ctx: Ctx,
  itemIds: readonly string[],
): Promise<Map<string, CardName>> {
  const { id: userId } = requireActor(ctx);
  if (itemIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ itemId: marketSales.itemId, name: cardKinds.name, gameName: games.name })
    .from(marketSales)
    .innerJoin(cardKinds, eq(cardKinds.id, marketSales.kindId))
    .innerJoin(games, eq(games.id, marketSales.gameId))
    .where(and(inArray(marketSales.itemId, [...itemIds]), eq(marketSales.sellerId, userId)));
  return new Map(rows.map(({ itemId, ...names }) => [itemId, names]));
}
