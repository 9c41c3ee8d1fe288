import { and, asc, eq, ne } from 'drizzle-orm';
import { gameOverrides, gamePictures, games, genres, users } from '#database/schema.ts';
import type { OverridableField } from '#shared/constants/catalog/game-overrides.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { getRules } from '../../site/current-rules.ts';
import { coverPath } from '../covers/cover-path.ts';
import { readPriceAndSales } from '../prices/read-price-and-sales.ts';

/** The columns of a game that editors change, as they are shown now. */
export const editedColumns = {
  id: games.id,
  source: games.source,
  name: games.name,
  description: games.description,
  cover: games.backgroundImage,
  genres: games.genres,
  website: games.website,
  links: games.links,
  ageRating: games.ageRating,
  isHidden: games.isHidden,
  overridden: games.overridden,
  version: games.version,
};

/**
 * A game of another source as editors of the site change it: what is shown now, and what the source says about the
 * fields that they have changed.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`, also for a game of the site.
 */
export async function getEditedGame(ctx: Ctx, gameId: number) {
  requireCatalogEditor(ctx);
  const [[game], overrides, offer, allGenres, [picture]] = await Promise.all([
    ctx.db
      .select(editedColumns)
      .from(games)
      .where(and(eq(games.id, gameId), ne(games.source, 'own'))),
    ctx.db
      .select({
        field: gameOverrides.field,
        source: gameOverrides.sourceValue,
        by: users.username,
        at: gameOverrides.changedAt,
      })
      .from(gameOverrides)
      .innerJoin(users, eq(users.id, gameOverrides.changedBy))
      .where(eq(gameOverrides.gameId, gameId)),
    readPriceAndSales(ctx.db, { gameId, now: ctx.clock.now() }),
    ctx.db.select().from(genres).orderBy(asc(genres.name)),
    ctx.db
      .select({ altText: gamePictures.altText })
      .from(gamePictures)
      .where(and(eq(gamePictures.gameId, gameId), eq(gamePictures.position, 0))),
  ]);
  if (!game) throw new AppError('game-not-found');
  const toPath = (field: OverridableField, value: unknown) =>
    field === 'cover' ? coverPath(gameId, 'cover', value as string | null) : value;
  return {
    ...game,
    cover: coverPath(gameId, 'cover', game.cover),
    coverText: picture?.altText ?? '',
    changes: overrides.map(({ source, ...change }) => ({
      ...change,
      source: toPath(change.field, source) as string | string[] | typeof game.links,
    })),
    allGenres,
    ...offer,
    defaultPrice: (await getRules(ctx)).gamePriceCents,
  };
}

export type EditedGame = Awaited<ReturnType<typeof getEditedGame>>;
