import { asc, eq, sql } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireCatalogEditor } from '../../permissions/require-catalog-editor.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import { publishGameChange } from './publish-game-change.ts';

/**
 * Moves a game of the site one place up or down in their order. At the end of the order nothing changes.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function moveOwnGame(
  ctx: Ctx,
  { gameId, by }: { gameId: number; by: 1 | -1 },
): Promise<void> {
  const { id: accountId } = requireCatalogEditor(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // At most `ownGameConstants.gamesMax` rows, locked in one order.
    const rows = await tx
      .select({ id: games.id, name: games.name, position: games.position })
      .from(games)
      .where(eq(games.source, 'own'))
      .orderBy(asc(games.id))
      .for('no key update');
    const all = rows.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id);
    const from = all.findIndex(({ id }) => id === gameId);
    const game = all[from];
    if (!game) throw new AppError('game-not-found');
    const other = all[from + by];
    if (!other) return;
    all[from] = other;
    all[from + by] = game;
    const ids = all.map(({ id }) => id);
    await tx.execute(sql`update ${games} as game set position = placed.place
      from unnest(${sql.param(ids)}::integer[]) with ordinality as placed(id, place)
      where game.id = placed.id and game.position is distinct from placed.place`);
    await appendToAdminLog(tx, {
      accountId,
      act: 'move-game',
      subject: String(gameId),
      details: { name: game.name, by },
      at: now,
    });
  });
  publishGameChange(ctx);
}
