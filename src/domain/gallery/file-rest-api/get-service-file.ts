import { and, eq } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { fileColumns, isServiceFile, type ServiceFile, toServiceFile } from './service-file.ts';

/**
 * Reads one file. A deleted file can still be read until its row is purged. @throws AppError
 * `not-found`.
 */
export async function getFile(ctx: Pick<Ctx, 'db' | 'gallery'>, id: string): Promise<ServiceFile> {
  const [row] = await ctx.db
    .select(fileColumns)
    .from(pictures)
    .where(and(eq(pictures.id, id), isServiceFile));
  if (!row) throw new AppError('not-found');
  return toServiceFile(ctx, row);
}
