import { and, eq } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { fileColumns, isFile, type StoredFile, toStoredFile } from './stored-file.ts';

/** One file, also for a while after it was deleted. @throws Refusal `not-found`. */
export async function getFile(
  ctx: Pick<Ctx, 'db' | 'hostedFiles'>,
  id: string,
): Promise<StoredFile> {
  const [row] = await ctx.db
    .select(fileColumns)
    .from(pictures)
    .where(and(eq(pictures.id, id), isFile));
  if (!row) throw new AppError('not-found');
  return toStoredFile(ctx, row);
}
