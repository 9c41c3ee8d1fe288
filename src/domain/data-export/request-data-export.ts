import { and, eq, lte, or } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { dataExports } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

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
  await ctx.db.transaction(async (tx) => {
    await insertDataExport(tx, ctx, id);
    await requireFreshProof(ctx, tx);
  });
}

/**
 * Requests an export of an account's data in the caller's transaction.
 * @throws AppError `export-too-soon`.
 */
export async function insertDataExport(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  userId: string,
): Promise<void> {
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - dataExportConstants.dayMs);
  await tx
    .update(dataExports)
    .set({ state: 'ended' })
    .where(
      and(
        eq(dataExports.userId, userId),
        or(
          eq(dataExports.state, 'failed'),
          and(eq(dataExports.state, 'ready'), lte(dataExports.requestedAt, dayAgo)),
        ),
      ),
    );
  const requested = await tx
    .insert(dataExports)
    .values({ userId, requestedAt: now })
    .onConflictDoNothing()
    .returning({ id: dataExports.id });
  if (requested.length === 0) throw new AppError('export-too-soon');
}
