import { asc, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { oddsOf } from './draw-card.ts';

export interface CardKind {
  id: string;
  name: string;
  description: string;
  picture: string;
  rarity: Rarity;
}

/** The kinds that playing `gameId` can award: its own set, or the one of every other game. */
export async function cardKindsOf(db: Queryable, gameId: number): Promise<CardKind[]> {
  const set = await readSet(db, gameId);
  return set.map(({ setGame: _, ...kind }) => kind);
}

async function readSet(db: Queryable, gameId: number) {
  return db
    .select({
      setGame: cardKinds.gameId,
      id: cardKinds.id,
      name: cardKinds.name,
      description: cardKinds.description,
      picture: cardKinds.picture,
      rarity: cardKinds.rarity,
    })
    .from(cardKinds)
    .where(
      sql`${cardKinds.gameId} is not distinct from
        (select own.game_id from ${cardKinds} as own where own.game_id = ${gameId} limit 1)`,
    )
    .orderBy(asc(cardKinds.position));
}

/** The card set of a game with each card's odds, 0 to 1, and whether it shares the set with others. */
export async function listCardSet(ctx: { db: Queryable }, gameId: number) {
  const set = await readSet(ctx.db, gameId);
  const kinds = set.map(({ setGame: _, ...kind }) => ({ ...kind, odds: oddsOf(kind, set) }));
  return { kinds, shared: set[0]?.setGame === null };
}
