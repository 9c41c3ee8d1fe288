import { and, asc, count, eq } from 'drizzle-orm';
import {
  developers,
  furtherRoles,
  type GamePlatform,
  gameDevelopers,
  gamePublishers,
  games,
  publishers,
} from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { countPages } from '../../lib/page-count.ts';
import { matchesName } from '../../lib/search/matches-name.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { getRules } from '../../site/current-rules.ts';
import { withCover } from '../covers/cover-path.ts';
import { readPriceAndSales } from '../prices/read-price-and-sales.ts';
import { readPrices } from '../prices/read-prices.ts';

/**
 * A page of the games of the site, also hidden ones, in their order.
 * @throws AppError `login-required`, `catalog-editors-only`.
 */
export async function listOwnGames(ctx: Ctx, { q, page }: { q: string; page: number }) {
  requireCatalogEditor(ctx);
  const { pageSize } = ownGameConstants;
  const isOwn = eq(games.source, 'own');
  const matches = and(isOwn, q ? matchesName(games.name, q) : undefined);
  const [rows, [found]] = await Promise.all([
    ctx.db
      .select({
        id: games.id,
        name: games.name,
        released: games.released,
        backgroundImage: games.backgroundImage,
        isHidden: games.isHidden,
        updatedAt: games.updatedAt,
      })
      .from(games)
      .where(matches)
      .orderBy(asc(games.position), asc(games.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    ctx.db.select({ games: count() }).from(games).where(matches),
  ]);
  const prices = await readPrices(
    ctx,
    rows.map(({ id }) => id),
  );
  const total = found?.games ?? 0;
  return { games: rows.map(withCover), prices, total, pages: countPages(total, pageSize) };
}

/** The further roles to which a game can be limited. @throws AppError `login-required`, `catalog-editors-only`. */
export async function listRolesForGames(ctx: Ctx) {
  requireCatalogEditor(ctx);
  return ctx.db
    .select({ slug: furtherRoles.slug, name: furtherRoles.name })
    .from(furtherRoles)
    .orderBy(asc(furtherRoles.name));
}

/**
 * The name of a game of the site, for the pages of its editors.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function getOwnGameName(ctx: Ctx, gameId: number): Promise<string> {
  requireCatalogEditor(ctx);
  const [game] = await ctx.db
    .select({ name: games.name })
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.source, 'own')));
  if (!game) throw new AppError('game-not-found');
  return game.name;
}

/**
 * A game of the site as its editors see it, with its own price and the sales that are not over.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function getOwnGame(ctx: Ctx, gameId: number) {
  requireCatalogEditor(ctx);
  const [[game], developerNames, publisherNames, offer, roles] = await Promise.all([
    ctx.db
      .select({
        id: games.id,
        name: games.name,
        description: games.description,
        released: games.released,
        website: games.website,
        links: games.links,
        ageRating: games.ageRating,
        platforms: games.platforms,
        genres: games.genres,
        isHidden: games.isHidden,
        keepsTrading: games.keepsTrading,
        roleNeeded: games.roleNeeded,
        updatedAt: games.updatedAt,
        version: games.version,
      })
      .from(games)
      .where(and(eq(games.id, gameId), eq(games.source, 'own'))),
    ctx.db
      .select({ name: developers.name })
      .from(gameDevelopers)
      .innerJoin(developers, eq(developers.id, gameDevelopers.developerId))
      .where(eq(gameDevelopers.gameId, gameId))
      .orderBy(asc(gameDevelopers.position)),
    ctx.db
      .select({ name: publishers.name })
      .from(gamePublishers)
      .innerJoin(publishers, eq(publishers.id, gamePublishers.publisherId))
      .where(eq(gamePublishers.gameId, gameId))
      .orderBy(asc(gamePublishers.position)),
    readPriceAndSales(ctx.db, { gameId, now: ctx.clock.now() }),
    listRolesForGames(ctx),
  ]);
  if (!game) throw new AppError('game-not-found');
  return {
    ...game,
    links: game.links ?? [],
    platforms: game.platforms.map(({ name }) => name),
    ...readRequirements(game.platforms),
    developers: developerNames.map(({ name }) => name),
    publishers: publisherNames.map(({ name }) => name),
    ...offer,
    roles,
    defaultPrice: (await getRules(ctx)).gamePriceCents,
  };
}

/** What a PC needs to run a game, by its stored platforms; empty if it is not known. */
export function readRequirements(platforms: readonly GamePlatform[]) {
  const { minimum = '', recommended = '' } = platforms.find(({ name }) => name === 'PC') ?? {};
  return { minimum, recommended };
}

export type OwnGame = Awaited<ReturnType<typeof getOwnGame>>;
