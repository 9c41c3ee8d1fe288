import { type GameFileColumn, gameFileColumns } from '#shared/constants/game-files.ts';
import { formatDecimal } from '#shared/format/money.ts';
import { requireCatalogEditor } from '../../../accounts/roles/require-catalog-editor.ts';
import type { Ctx } from '../../../context.ts';
import { readOwnGameInputs } from './read-own-games.ts';

/** A game in a JSON file. The price is text with two decimals; null for the price of the site. */
type ExportedGame = Record<GameFileColumn, string | string[] | null>;

/**
 * All games of the site, also hidden ones, as `importGameFile` reads them again.
 * @throws AppError `login-required`, `catalog-editors-only`
 */
export async function exportOwnGames(ctx: Ctx): Promise<{ games: ExportedGame[] }> {
  requireCatalogEditor(ctx);
  const stored = await readOwnGameInputs(ctx.db);
  return {
    games: stored.map(({ input }) => ({
      ...input,
      price: input.price === null ? null : formatDecimal(input.price),
    })),
  };
}

/** The same as rows of CSV, in the order of `gameFileColumns`. */
export async function* exportOwnGamesAsRows(ctx: Ctx): AsyncGenerator<string[]> {
  for (const game of (await exportOwnGames(ctx)).games) {
    yield gameFileColumns.map((column) => {
      const value = game[column] ?? '';
      return markPrefix(Array.isArray(value) ? value.join(', ') : value);
    });
  }
}

/** Doubles a `'` before a formula that the text has itself, because an import removes one. */
function markPrefix(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
