import { uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { lockUploader, requireProcessingCapacity } from './upload-quota.ts';

type Upload = typeof uploads.$inferSelect;
type NewUpload = Pick<Upload, 'userId' | 'stage' | 'name' | 'bytes' | 'publish'> &
  Partial<Pick<Upload, 'partBytes' | 'metadata'>>;

/**
 * Creates the row of an upload within the limits of its account. An idle upload of the account may
 * be ended for it. Uploads with the file service's key have a rate limit only.
 * @throws AppError `rate-limited`, and the codes of `lockUploader`.
 */
export async function reserveUpload(ctx: Ctx, values: NewUpload): Promise<Upload> {
  const { userId } = values;
  if (userId === null) await ctx.rateLimiter.take('upload-by-key', ctx.request.address);
  else await ctx.rateLimiter.take('upload-by-account', userId);
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = userId === null ? null : await lockUploader(ctx, tx, userId);
    if (userId === null) await requireProcessingCapacity(tx, now);
    const [upload] = await tx
      .insert(uploads)
      .values({ ...values, startedAt: now, touchedAt: now })
      .returning();
    if (!upload) throw new Error('The row of an upload was not inserted.');
    return { upload, givenUp };
  });
  if (givenUp) await deleteUploadParts(ctx, givenUp);
  return upload;
}
