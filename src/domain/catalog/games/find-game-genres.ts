import { eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';

const readGenres = prepareSelect('find-game-genres', (db) =>
  db
    .select({ genres: games.genres })
    .from(games)
    .where(eq(games.id, sql.placeholder('id'))),
);

/** The slugs of a game's genres; null if the game does not exist. */
export async function findGameGenres(
  { db }: Pick<Ctx, 'db'>,
  id: number,
): Promise<string[] | null> {
  const [game] = await readGenres(db, { id });
  return game?.genres ?? null;
}
