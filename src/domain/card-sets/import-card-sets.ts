import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { cardKinds } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { assertFairSet } from './draw-card.ts';

export interface CardSetBundle {
  id: string;
  /** The game that the set belongs to; null for the set that all other games share. */
  gameId: number | null;
  cards: {
    id: string;
    name: string;
    description: string;
    /** Null if the picture has not been drawn yet. */
    picture: string | null;
    rarity: Rarity;
  }[];
}

/**
 * Writes the bundled card sets. Idempotent. It never deletes a kind, because cards refer to it.
 * @throws Error, and writes nothing, if the odds of a set do not follow its rarities.
 */
export async function importCardSets(
  { db }: { db: Database },
  sets: readonly CardSetBundle[],
): Promise<void> {
  for (const set of sets) assertFairSet(set.id, set.cards);
  const rows = sets.flatMap((set) =>
    set.cards.map((card, position) => ({
      id: card.id,
      setId: set.id,
      gameId: set.gameId,
      name: card.name,
      description: card.description,
      picture: card.picture ?? '',
      rarity: card.rarity,
      position,
    })),
  );
  await db
    .insert(cardKinds)
    // All nodes write in the same order, so that two that start together do not deadlock.
    .values(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflictDoUpdate({
      target: cardKinds.id,
      set: {
        setId: sql`excluded.set_id`,
        gameId: sql`excluded.game_id`,
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        picture: sql`excluded.picture`,
        rarity: sql`excluded.rarity`,
        position: sql`excluded.position`,
      },
    });
}
