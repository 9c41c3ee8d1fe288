import { asc, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { cardKinds } from '#database/schema.ts';
import { type Rarity, rarityWeights } from '#shared/constants/rarity.ts';
import { selectCardPicture } from './card-picture.ts';
import { calculateOdds } from './draw-card.ts';
import { isOfSet } from './set-versions-sql.ts';

export interface CardKind {
  id: string;
  name: string;
  description: string;
  picture: string;
  rarity: Rarity;
}

/** Returns the card kinds that a game can award: its own set, or the set that all other games share. */
export async function listCardKinds(db: Queryable, gameId: number): Promise<CardKind[]> {
  const set = await readSet(db, { gameId });
  return set.map(({ setGame: _, ...kind }) => kind);
}

const readSet = prepareSelect('list-card-set', (db) =>
  db
    .select({
      setGame: cardKinds.gameId,
      id: cardKinds.id,
      name: cardKinds.name,
      description: cardKinds.description,
      picture: selectCardPicture(sql`${sql.placeholder('gameId')}::integer`),
      rarity: cardKinds.rarity,
    })
    .from(cardKinds)
    .where(isOfSet(sql`${sql.placeholder('gameId')}::integer`, cardKinds))
    .orderBy(asc(cardKinds.position)),
);

/**
 * Returns a game's card set with the odds of each kind, 0 to 1, after `cardsBefore` cards without a legendary
 * one, and whether other games share the set. For null it is the set of all games without one of their own.
 */
export async function listCardSet(
  ctx: { db: Queryable },
  gameId: number | null,
  { cardsBefore = 0, weights = rarityWeights } = {},
) {
  const set = await readSet(ctx.db, { gameId });
  const kinds = set.map(({ setGame: _, ...kind }) => ({
    ...kind,
    odds: calculateOdds(kind, set, cardsBefore, weights),
  }));
  return { kinds, shared: set[0]?.setGame === null };
}

/** A card kind of a set with its odds. */
export type CardWithOdds = Awaited<ReturnType<typeof listCardSet>>['kinds'][number];
