import { eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

const readSummary = prepareSelect('find-game-summary', (db) =>
  db
    .select({ id: games.id, name: games.name })
    .from(games)
    .where(eq(games.id, sql.placeholder('id'))),
);

/** The id and name of a game; null if it does not exist. */
export async function findGameSummary(
  { db }: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ id: number; name: string } | null> {
  const [game] = await readSummary(db, { id });
  return game ?? null;
}
