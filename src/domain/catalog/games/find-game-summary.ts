import { eq } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

/** The id and name of a game; null if it does not exist. */
export async function findGameSummary(
  { db }: Pick<Ctx, 'db'>,
  id: number,
): Promise<{ id: number; name: string } | null> {
  const [game] = await db
    .select({ id: games.id, name: games.name })
    .from(games)
    .where(eq(games.id, id));
  return game ?? null;
}
