import { and, eq } from 'drizzle-orm';
import { pictures } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
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
  if (!row) throw new Refusal('not-found');
  return toStoredFile(ctx, row);
}
