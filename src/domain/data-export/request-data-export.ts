import { and, eq, lte, or } from 'drizzle-orm';
import { dataExports } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/data-exports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';

/**
 * Requests an export of the actor's data: one a day, or again when the last one failed. A unique index decides
 * between requests at the same time. The proof is checked after the insert, which waits for a deletion of the
 * account.
 * @throws AppError `login-required`, `proof-required`, `export-too-soon`, `rate-limited`.
 */
export async function requestDataExport(ctx: Ctx): Promise<void> {
  const { id } = requireActor(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('data-export-by-account', id);
  const now = ctx.clock.now();
  const dayAgo = new Date(now.getTime() - dataExportConstants.dayMs);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(dataExports)
      .set({ state: 'ended' })
      .where(
        and(
          eq(dataExports.userId, id),
          or(
            eq(dataExports.state, 'failed'),
            and(eq(dataExports.state, 'ready'), lte(dataExports.requestedAt, dayAgo)),
          ),
        ),
      );
    const requested = await tx
      .insert(dataExports)
      .values({ userId: id, requestedAt: now })
      .onConflictDoNothing()
      .returning({ id: dataExports.id });
    if (requested.length === 0) throw new AppError('export-too-soon');
    await requireFreshProof(ctx, tx);
  });
}
