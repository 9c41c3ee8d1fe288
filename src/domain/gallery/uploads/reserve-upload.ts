import type { Ctx } from '#domain/context.ts';
import { requirePart } from '../../site/site-parts.ts';
import { isOnApproval } from '../../text-filters/admit-text.ts';
import { requireAllowedText } from '../../text-filters/check-text.ts';
import { requireFewerWaiting } from '../../text-filters/things-awaiting-approval.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { lockUploader, requireProcessingCapacity } from './upload-quota.ts';
import { insertUpload, type NewUpload, type Upload } from './upload-states.ts';

/**
 * Creates the row of an upload within the limits of its account. An idle upload of the account may be ended for it.
 * Uploads with the file service's key have a rate limit only.
 * @throws AppError `rate-limited`, `text-refused` for its file name, `waiting-limit`, and the codes of
 * `lockUploader`.
 */
export async function reserveUpload(ctx: Ctx, values: NewUpload): Promise<Upload> {
  await requirePart(ctx, 'gallery');
  const { userId } = values;
  if (userId === null) await ctx.rateLimiter.take('upload-by-key', ctx.request.address);
  else await ctx.rateLimiter.take('upload-by-account', userId);
  await requireAllowedText(ctx, { name: values.name });
  const waits = values.publish && userId !== null && (await isOnApproval(ctx, userId));
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = userId === null ? null : await lockUploader(ctx, tx, userId);
    if (userId === null) await requireProcessingCapacity(tx, now);
    else if (waits) await requireFewerWaiting(tx, userId);
    return { upload: await insertUpload(tx, values, now), givenUp };
  });
  if (givenUp) await deleteUploadParts(ctx, givenUp);
  return upload;
}
