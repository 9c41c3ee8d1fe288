import { and, eq } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isPosted } from './gallery-columns.ts';
import { getPictureUrl } from './picture-url.ts';

/**
 * Returns the URL of a posted picture in one of its sizes: a path on this server, or a URL of the external
 * file service.
 * @throws AppError `picture-gone` if the picture is not posted, is deleted or has no URL.
 */
export async function findPictureUrl(
  ctx: Pick<Ctx, 'db' | 'gallery'>,
  { id, size }: { id: string; size: 'full' | 'thumbnail' },
): Promise<string> {
  const [row] = await ctx.db
    .select({ full: pictures.fullHash, thumbnail: pictures.thumbnailHash })
    .from(pictures)
    .where(and(eq(pictures.id, id), isPosted));
  const url = row && getPictureUrl(ctx, { id, hash: row[size] }, size);
  if (!url) throw new AppError('picture-gone');
  return url;
}
