import { and, asc, gt, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameSales } from '#database/schema.ts';
import { readCardSets, type StoredCardSet } from '../card-sets/read-card-sets.ts';
import type { PictureList } from '../catalog/own-games/game-pictures.ts';
import { readPictureList } from '../catalog/own-games/game-pictures.ts';
import type { Sale } from './check-sales.ts';
import type { GameFileRow } from './parse-game-file.ts';

/** What other tables have of the games of the site that rows are about, by the id of the game. */
export interface StoredParts {
  sales: Map<number, Sale[]>;
  sets: Map<number, StoredCardSet>;
  pictures: Map<number, PictureList>;
}

/** The sales of games that are running or to come, by the id of the game. */
export async function readSales(
  db: Queryable,
  gameIds: readonly number[],
  now: Date,
): Promise<Map<number, Sale[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .select({
      gameId: gameSales.gameId,
      startsAt: gameSales.startsAt,
      endsAt: gameSales.endsAt,
      price: gameSales.price,
    })
    .from(gameSales)
    .where(and(inArray(gameSales.gameId, [...gameIds]), gt(gameSales.endsAt, now)))
    .orderBy(asc(gameSales.startsAt), asc(gameSales.id));
  const sales = new Map<number, Sale[]>();
  for (const { gameId, ...sale } of rows) sales.set(gameId, [...(sales.get(gameId) ?? []), sale]);
  return sales;
}

/** Reads only what the rows say something about. */
export async function readStoredParts(
  db: Queryable,
  named: readonly { id: number; more: GameFileRow['more'] }[],
  now: Date,
): Promise<StoredParts> {
  const withPart = (has: (more: GameFileRow['more']) => boolean) =>
    named.filter(({ more }) => has(more)).map(({ id }) => id);
  const sales = await readSales(
    db,
    withPart((more) => more.sales !== null),
    now,
  );
  const sets = await readCardSets(
    db,
    withPart((more) => more.cards !== null),
  );
  const pictures = new Map<number, PictureList>();
  for (const id of withPart((more) => more.cover !== null || more.pictures !== null))
    pictures.set(id, await readPictureList(db, id));
  return { sales, sets, pictures };
}
