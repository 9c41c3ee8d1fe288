import { uploads } from '#db/schema.ts';
import type { Ctx } from '../context.ts';
import { clearUpload } from './clear-upload.ts';
import { holdUploader } from './uploader.ts';

type Upload = typeof uploads.$inferSelect;
type Begun = Pick<Upload, 'userId' | 'stage' | 'name' | 'bytes' | 'publish'> &
  Partial<Pick<Upload, 'partBytes'>>;

/**
 * Gives an upload one of its account's places. What had to give way for it is cleared away.
 * @throws Refusal `rate-limited`, and of `holdUploader`.
 */
export async function beginUpload(ctx: Ctx, values: Begun): Promise<Upload> {
  await ctx.limits.take('upload-by-account', values.userId);
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = await holdUploader(ctx, tx, values.userId);
    const [upload] = await tx
      .insert(uploads)
      .values({ ...values, startedAt: now, touchedAt: now })
      .returning();
    if (!upload) throw new Error('An upload was not begun.');
    return { upload, givenUp };
  });
  if (givenUp) await clearUpload(ctx, givenUp);
  return upload;
}
