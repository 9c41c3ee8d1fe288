import { uploads } from '#db/schema.ts';
import type { Ctx } from '../context.ts';
import { clearUpload } from './clear-upload.ts';
import { holdUploader, requireTurn } from './uploader.ts';

type Upload = typeof uploads.$inferSelect;
type Begun = Pick<Upload, 'userId' | 'stage' | 'name' | 'bytes' | 'publish'> &
  Partial<Pick<Upload, 'partBytes' | 'metadata'>>;

/**
 * Gives an upload one of its account's places. What had to give way for it is cleared away. Who holds the
 * file service's key has a budget alone.
 * @throws Refusal `rate-limited`, and of `holdUploader`.
 */
export async function beginUpload(ctx: Ctx, values: Begun): Promise<Upload> {
  const { userId } = values;
  if (userId === null) await ctx.limits.take('upload-by-key', ctx.request.address);
  else await ctx.limits.take('upload-by-account', userId);
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = userId === null ? null : await holdUploader(ctx, tx, userId);
    if (userId === null) await requireTurn(tx, now);
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
