import type { Readable } from 'node:stream';
import { and, eq, gt, ne } from 'drizzle-orm';
import { dataExports } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { exportFileName } from './export-file-name.ts';

/** What the owner sees of an export. */
export type DataExportState =
  | { state: 'none' | 'preparing' | 'failed' }
  | { state: 'ready'; bytes: number; endsAt: Date };

/** The state of the actor's export. @throws AppError `login-required`. */
export async function getDataExport(ctx: Ctx): Promise<DataExportState> {
  const { id } = requireActor(ctx);
  const [found] = await ctx.db
    .select({ state: dataExports.state, bytes: dataExports.bytes, endsAt: dataExports.endsAt })
    .from(dataExports)
    .where(and(eq(dataExports.userId, id), ne(dataExports.state, 'ended')));
  if (!found) return { state: 'none' };
  const { state, bytes, endsAt } = found;
  if (state === 'waiting' || state === 'running') return { state: 'preparing' };
  if (state === 'failed') return { state };
  if (bytes === null || endsAt === null || endsAt <= ctx.clock.now()) return { state: 'none' };
  return { state: 'ready', bytes, endsAt };
}

/**
 * Opens the actor's own export. The caller must destroy a stream that it does not read to the end.
 * @throws AppError `login-required`, `export-gone`, `rate-limited`.
 */
export async function openDataExport(
  ctx: Ctx,
): Promise<{ stream: Readable; bytes: number | null }> {
  const { id: userId } = requireActor(ctx);
  await ctx.rateLimiter.take('data-download-by-account', userId);
  const [ready] = await ctx.db
    .select({ id: dataExports.id, attempts: dataExports.attempts })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, userId),
        eq(dataExports.state, 'ready'),
        gt(dataExports.endsAt, ctx.clock.now()),
      ),
    );
  const file = ready && (await ctx.gallery.fileStore.open(exportFileName(ready)));
  if (!file) throw new AppError('export-gone');
  return file;
}
