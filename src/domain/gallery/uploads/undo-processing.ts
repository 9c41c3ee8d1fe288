import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { ProcessedPicture } from '../processing/image-processor.ts';
import { filesOf, pictureFile } from '../storage/file-store.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { ofAttempt } from './processing-attempt.ts';

type Upload = typeof uploads.$inferSelect;

/** Noes that say nothing of the picture: there may be a yes later. */
const passing: readonly AppErrorCode[] = ['pictures-busy', 'rate-limited'];

/**
 * Takes back what a try made that came to nothing, and says why. Where another has taken the upload over
 * meanwhile, nothing of what that one does or has done is touched.
 */
export async function undoProcessing(
  ctx: Ctx,
  upload: Upload,
  made: ProcessedPicture | null,
  error: unknown,
): Promise<void> {
  const { id, partBytes } = upload;
  const refused = isAppError(error) && !passing.includes(error.code);
  // Where the trouble is not the picture's and the parts are still there, whoever asks again takes it over.
  const again = !refused && partBytes !== null;
  const ended = await ctx.db.transaction(async (tx) => {
    // Nobody begins a picture of this upload meanwhile.
    const [held] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
    const taken =
      held?.stage === 'finishing' && held.startedAt.getTime() !== upload.startedAt.getTime();
    await removeMade(ctx, tx, { id, made, taken });
    const [own] = await tx
      .update(uploads)
      .set(
        again
          ? { touchedAt: new Date(ctx.clock.now().getTime() - uploadConstants.finishingMs - 1) }
          : { stage: 'ended', refusal: refused ? error.code : 'picture-failed' },
      )
      .where(ofAttempt(upload))
      .returning({ stage: uploads.stage });
    return own?.stage === 'ended';
  });
  if (ended) await deleteUploadParts(ctx, id);
}

/** Both tries may have made the same: files that the other's row names are the other's. */
async function removeMade(
  ctx: Ctx,
  tx: Queryable,
  { id, made, taken }: { id: string; made: ProcessedPicture | null; taken: boolean },
) {
  if (!made) return;
  const [row] = await tx.select().from(pictures).where(eq(pictures.id, id));
  const others = row && (taken || row.keptAt) ? [row.fullHash, row.thumbnailHash] : [];
  for (const { hash } of [made.full, made.thumbnail]) {
    if (!others.includes(hash)) await ctx.fileStore.remove(pictureFile(id, hash));
  }
  if (others.length === 0) await tx.delete(pictures).where(eq(pictures.id, id));
}

/** Removes what a try left whose node ended before its picture was whole. */
export async function removeLeft(ctx: Ctx, tx: Queryable, id: string): Promise<void> {
  const unfinished = and(eq(pictures.id, id), isNull(pictures.keptAt));
  const [left] = await tx.select().from(pictures).where(unfinished);
  if (!left) return;
  for (const file of filesOf(id, [left.fullHash, left.thumbnailHash]))
    await ctx.fileStore.remove(file);
  await tx.delete(pictures).where(unfinished);
}
