import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { allGamesConstants } from '#shared/constants/catalog/all-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { GameFilter } from '#shared/schemas/all-games.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { publishGameChange } from '../own-games/publish-game-change.ts';
import { matchesFilter } from './list-all-games.ts';

interface Change {
  /** All games of a filter, of which the editor was told the number, or one game. */
  which: { filter: GameFilter; expected: number } | { gameId: number };
  /** In years; 0 for everybody. */
  minimumAge: number;
}

/**
 * Gives games the age from which they are for players. Returns how many it changed. It works in
 * transactions of some games each: after a crash, those of the finished ones are changed.
 * @throws AppError `login-required`, `catalog-editors-only`; `games-changed` if the filter has another number of games
 * by now.
 */
export async function setMinimumAges(ctx: Ctx, { which, minimumAge }: Change): Promise<number> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const matches = 'filter' in which ? matchesFilter(which.filter) : eq(games.id, which.gameId);
  const [found] = await ctx.db.select({ games: count() }).from(games).where(matches);
  const expected = 'filter' in which ? which.expected : 1;
  if (found?.games !== expected) throw new AppError('games-changed');
  const others = and(matches, ne(games.minimumAge, minimumAge));
  let changed = 0;
  for (;;) {
    const batch = await ctx.db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: games.id })
        .from(games)
        .where(others)
        .orderBy(asc(games.id))
        .limit(allGamesConstants.batchMax)
        .for('no key update');
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx
        .update(games)
        .set({
          minimumAge,
          updatedAt: ctx.clock.now(),
          version: sql`${games.version} + 1`,
        })
        .where(inArray(games.id, ids));
      await appendToAdminLog(tx, {
        accountId,
        act: 'set-minimum-age',
        subject: 'games',
        details: { ...('filter' in which && which.filter), games: ids.length, minimumAge, ids },
        at: ctx.clock.now(),
      });
      return ids.length;
    });
    changed += batch;
    if (batch < allGamesConstants.batchMax) break;
  }
  publishGameChange(ctx);
  return changed;
}
