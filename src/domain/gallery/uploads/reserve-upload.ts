import { uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { lockUploader, requireUploadRate } from './upload-quota.ts';

type Upload = typeof uploads.$inferSelect;
type Begun = Pick<Upload, 'userId' | 'stage' | 'name' | 'bytes' | 'publish'> &
  Partial<Pick<Upload, 'partBytes' | 'metadata'>>;

/**
 * Gives an upload one of its account's places. What had to give way for it is cleared away. Who holds the
 * file service's key has a budget alone.
 * @throws Refusal `rate-limited`, and of `holdUploader`.
 */
export async function reserveUpload(ctx: Ctx, values: Begun): Promise<Upload> {
  const { userId } = values;
  if (userId === null) await ctx.rateLimiter.take('upload-by-key', ctx.request.address);
  else await ctx.rateLimiter.take('upload-by-account', userId);
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = userId === null ? null : await lockUploader(ctx, tx, userId);
    if (userId === null) await requireUploadRate(tx, now);
    const [upload] = await tx
      .insert(uploads)
      .values({ ...values, startedAt: now, touchedAt: now })
      .returning();
    if (!upload) throw new Error('An upload was not begun.');
    return { upload, givenUp };
  });
  if (givenUp) await deleteUploadParts(ctx, givenUp);
  return upload;
}
