import { and, asc, inArray, max, type SQL } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds, cardSetVersions } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { selectCardPicture } from './card-picture.ts';
import { glyphOfPath } from './glyph-picture.ts';

/** A card of a game of the site as its editors see it. */
export interface EditedCard {
  kindId: string;
  name: string;
  description: string;
  rarity: Rarity;
  pictureId: string | null;
  /** The glyph of a drawn picture. */
  glyph: string | null;
  /** The path of the picture as players see it. */
  shownPath: string;
}

export interface StoredCardSet {
  /** The newest version; 0 while the game has the set that other games share. */
  version: number;
  cards: EditedCard[];
  /** The cards that only earlier versions had. */
  earlier: EditedCard[];
}

/** The card sets of games of the site, by the id of the game. */
export async function readCardSets(
  db: Queryable,
  gameIds: readonly number[],
): Promise<Map<number, StoredCardSet>> {
  const ids = [...gameIds];
  if (ids.length === 0) return new Map();
  const versions = await db
    .select({ gameId: cardSetVersions.gameId, version: max(cardSetVersions.version) })
    .from(cardSetVersions)
    .where(inArray(cardSetVersions.gameId, ids))
    .groupBy(cardSetVersions.gameId);
  const kinds = await readKinds(db, inArray(cardKinds.gameId, ids));
  const sets = new Map<number, StoredCardSet>(
    ids.map((id) => [id, { version: 0, cards: [], earlier: [] }]),
  );
  for (const { gameId, version } of versions) {
    const set = sets.get(gameId);
    if (set) set.version = version ?? 0;
  }
  for (const { gameId, isCurrent, card } of kinds) {
    const set = sets.get(gameId);
    (isCurrent ? set?.cards : set?.earlier)?.push(card);
  }
  return sets;
}

/** The cards of the newest versions only, by the id of the game. Games without a set of their own have none. */
export async function readCurrentCards(
  db: Queryable,
  gameIds: readonly number[],
): Promise<Map<number, EditedCard[]>> {
  const sets = new Map<number, EditedCard[]>();
  if (gameIds.length === 0) return sets;
  const isCurrent = and(inArray(cardKinds.gameId, [...gameIds]), cardKinds.isCurrent);
  for (const { gameId, card } of await readKinds(db, isCurrent)) {
    const cards = sets.get(gameId) ?? [];
    sets.set(gameId, cards);
    cards.push(card);
  }
  return sets;
}

/** Card kinds in the order of their sets. */
async function readKinds(
  db: Queryable,
  where: SQL | undefined,
): Promise<{ gameId: number; isCurrent: boolean; card: EditedCard }[]> {
  const rows = await db
    .select({
      gameId: cardKinds.gameId,
      kindId: cardKinds.id,
      name: cardKinds.name,
      description: cardKinds.description,
      rarity: cardKinds.rarity,
      pictureId: cardKinds.pictureId,
      isCurrent: cardKinds.isCurrent,
      stored: cardKinds.picture,
      shownPath: selectCardPicture(cardKinds.gameId),
    })
    .from(cardKinds)
    .where(where)
    .orderBy(asc(cardKinds.position), asc(cardKinds.id));
  return rows.map(({ gameId, stored, isCurrent, ...card }) => ({
    gameId: gameId ?? 0,
    isCurrent,
    card: { ...card, glyph: glyphOfPath(stored) },
  }));
}
