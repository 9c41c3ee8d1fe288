import { and, asc, count, desc, eq, lt, type SQL } from 'drizzle-orm';
import { cardDraws, cardKinds, gameProgress, games } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { requireActor } from '../permissions/require-actor.ts';

const columns = {
  id: cardDraws.id,
  drawnAt: cardDraws.drawnAt,
  gameId: cardDraws.gameId,
  game: games.name,
  card: cardKinds.name,
  rarity: cardKinds.rarity,
  picture: selectCardPicture(cardDraws.gameId),
  odds: cardDraws.odds,
  legendaryOdds: cardDraws.legendaryOdds,
};

/** The number of games that the filter of the page offers. */
const gamesMax = 500;

function selectDraws({ db }: Pick<Ctx, 'db'>, where: SQL | undefined, limit: number) {
  return db
    .select(columns)
    .from(cardDraws)
    .innerJoin(games, eq(games.id, cardDraws.gameId))
    .innerJoin(cardKinds, eq(cardKinds.id, cardDraws.kindId))
    .where(where)
    .orderBy(desc(cardDraws.id))
    .limit(limit);
}

/** A drawn card with its odds, in millionths. */
export type DrawEntry = Awaited<ReturnType<typeof selectDraws>>[number];

/** The condition for the draws of an account; null selects those of all games. */
function isDrawOf(userId: string, gameId: number | null): SQL | undefined {
  return and(
    eq(cardDraws.userId, userId),
    gameId === null ? undefined : eq(cardDraws.gameId, gameId),
  );
}

/**
 * Returns a page of the actor's draws, newest first, and the games that it has played.
 * @throws AppError `login-required`.
 */
export async function listDraws(
  ctx: Ctx,
  {
    page,
    gameId,
    perPage = gameplayConstants.drawsPerPage,
  }: { page: number; gameId: number | null; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const where = isDrawOf(id, gameId);
  const [draws, [total], played] = await Promise.all([
    selectDraws(ctx, where, perPage).offset((page - 1) * perPage),
    ctx.db.select({ draws: count() }).from(cardDraws).where(where),
    ctx.db
      .select({ id: games.id, name: games.name })
      .from(gameProgress)
      .innerJoin(games, eq(games.id, gameProgress.gameId))
      .where(eq(gameProgress.userId, id))
      .orderBy(asc(games.name), asc(games.id))
      .limit(gamesMax),
  ]);
  return { draws, played, page, pages: countPages(total?.draws ?? 0, perPage) };
}

/**
 * Yields all of the actor's draws, newest first, read in batches; null for `gameId` yields those of all games.
 * @throws AppError `login-required`.
 */
export async function* iterateDraws(
  ctx: Ctx,
  { gameId }: { gameId: number | null },
  batch = 1_000,
): AsyncGenerator<DrawEntry> {
  const { id } = requireActor(ctx);
  const where = isDrawOf(id, gameId);
  for (let before: string | null = null; ; ) {
    const rows: DrawEntry[] = await selectDraws(
      ctx,
      before ? and(where, lt(cardDraws.id, before)) : where,
      batch,
    );
    yield* rows;
    before = rows.at(-1)?.id ?? null;
    if (before === null || rows.length < batch) return;
  }
}
