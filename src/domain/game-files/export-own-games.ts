import { type GameFileColumn, gameFileColumns } from '#shared/constants/catalog/game-files.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { type OwnGameInput, toLinkLine } from '#shared/schemas/own-games.ts';
import { listOdds } from '../card-sets/get-card-set.ts';
import { type EditedCard, readCurrentCards } from '../card-sets/read-card-sets.ts';
import type { Ctx } from '../context.ts';
import { requireCatalogEditor } from '../permissions/require-catalog-editor.ts';
import { getRules } from '../site/current-rules.ts';
import { readOwnGameInputs } from './read-own-games.ts';
import { readSales } from './read-stored-games.ts';

/** A game in a JSON file. A price is text with two decimals; null for the price of the site. Keys are not in it. */
export type ExportedGame = Record<GameFileColumn, string | string[] | null> & {
  /** Those that are running or to come. The times are in UTC. */
  sales: { startsAt: string; endsAt: string; price: string }[];
  /** Only of games with a set of their own. A card with an uploaded picture has no glyph. */
  cards?: ExportedCard[];
};

export interface ExportedCard {
  name: string;
  description: string;
  rarity: Rarity;
  glyph: string | null;
  odds: string;
}

/**
 * All games of the site, also hidden ones, as `importGameFile` reads them again. Pictures are not in it.
 * @throws AppError `login-required`, `catalog-editors-only`
 */
export async function exportOwnGames(ctx: Ctx): Promise<{ games: ExportedGame[] }> {
  return { games: (await readExportedGames(ctx)).map(({ game }) => game) };
}

/**
 * The games of `exportOwnGames` with their ids and the pictures of their cards.
 * @throws AppError `login-required`, `catalog-editors-only`
 */
export async function readExportedGames(
  ctx: Ctx,
): Promise<{ gameId: number; game: ExportedGame; cardPictureIds: (string | null)[] }[]> {
  requireCatalogEditor(ctx);
  const stored = await readOwnGameInputs(ctx.db);
  const ids = stored.map(({ id }) => id);
  const sales = await readSales(ctx.db, ids, ctx.clock.now());
  const sets = await readCurrentCards(ctx.db, ids);
  const { rarityWeights } = await getRules(ctx);
  return stored.map(({ id, input }) => {
    const cards = sets.get(id) ?? [];
    const game = {
      ...toFields(input),
      sales: (sales.get(id) ?? []).map(({ startsAt, endsAt, price }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        price: formatDecimal(price),
      })),
      ...(cards.length > 0 && { cards: toCards(cards, rarityWeights) }),
    };
    return { gameId: id, game, cardPictureIds: cards.map(({ pictureId }) => pictureId) };
  });
}

function toFields(input: OwnGameInput): Record<GameFileColumn, string | string[] | null> {
  return {
    ...input,
    links: input.links.map(toLinkLine),
    price: input.price === null ? null : formatDecimal(input.price),
  };
}

function toCards(cards: readonly EditedCard[], weights: Record<Rarity, number>) {
  const odds = listOdds(cards, weights);
  return cards.map(({ name, description, rarity, glyph }, index) => ({
    name,
    description,
    rarity,
    glyph,
    odds: `${((odds[index] ?? 0) * 100).toFixed(2)}%`,
  }));
}

/** The same as rows of CSV, in the order of `gameFileColumns`. */
export async function* exportOwnGamesAsRows(ctx: Ctx): AsyncGenerator<string[]> {
  requireCatalogEditor(ctx);
  for (const { input } of await readOwnGameInputs(ctx.db)) {
    const game = toFields(input);
    yield gameFileColumns.map((column) => {
      const value = game[column] ?? '';
      return Array.isArray(value) ? value.join(column === 'links' ? '\n' : ', ') : value;
    });
  }
}
