import { eq, sql } from 'drizzle-orm';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createPicture } from '../processing/create-picture.ts';
import type { ProcessedPicture } from '../processing/image-processor.ts';
import { pictureFile } from '../storage/file-store.ts';
import type { TempDir } from '../storage/temp-dirs.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { lockAttempt, ofAttempt, whileFinishing } from './processing-attempt.ts';
import { undoProcessing } from './undo-processing.ts';

type Upload = typeof uploads.$inferSelect;

interface Finishing {
  upload: Upload;
  /** Where the file is, in the room. */
  file: () => Promise<{ path: string }>;
  signal?: AbortSignal;
}

/**
 * Makes the picture of an upload in the stage `finishing`, out of its file, and keeps it. What came to
 * nothing leaves nothing but the upload's row with the reason.
 * @throws Refusal of `makePicture`, `upload-gone` when the upload was given up or taken over meanwhile.
 */
export async function processUpload(
  ctx: Ctx,
  room: TempDir,
  { upload, file, signal }: Finishing,
): Promise<void> {
  await whileFinishing(ctx, upload, async (inVain) => {
    let made: ProcessedPicture | null = null;
    try {
      const { path } = await file();
      const { userId } = upload;
      made = await createPicture(ctx, { userId, path, folder: room.folder, signal, inVain });
      await keep(ctx, upload, made);
    } catch (error) {
      await undoProcessing(ctx, upload, made, error).catch((failure: unknown) => {
        ctx.log.warn({ err: failure, upload: upload.id }, 'an upload is cleared away later');
      });
      throw error;
    }
  });
  await deleteUploadParts(ctx, upload.id);
}

/**
 * The row comes before the files, so that a crash leaves no file that nobody knows of. Where it is seen
 * among files it is as of the moment that it is first seen: lists are walked by that.
 */
async function keep(ctx: Ctx, upload: Upload, { full, thumbnail, kind }: ProcessedPicture) {
  const { id, userId, name, bytes, publish, metadata } = upload;
  await ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, upload);
    await tx.insert(pictures).values({
      id,
      userId,
      name,
      kind,
      bytes,
      fullWidth: full.width,
      fullHeight: full.height,
      fullBytes: full.bytes,
      fullHash: full.hash,
      thumbnailWidth: thumbnail.width,
      thumbnailHeight: thumbnail.height,
      thumbnailBytes: thumbnail.bytes,
      thumbnailHash: thumbnail.hash,
      metadata,
      uploadedAt: ctx.clock.now(),
    });
  });
  for (const file of [full, thumbnail])
    await ctx.fileStore.keep(pictureFile(id, file.hash), file.path);
  await ctx.db.transaction(async (tx) => {
    const ended = await tx
      .update(uploads)
      .set({ stage: 'ended' })
      .where(ofAttempt(upload))
      .returning({ id: uploads.id });
    if (ended.length === 0) throw new AppError('upload-gone');
    const now = ctx.clock.now();
    await tx
      .update(pictures)
      .set({
        uploadedAt: now,
        uploadedMicro: sql`nextval('pictures_micro')`,
        keptAt: now,
        ...(publish && { publishedAt: now }),
      })
      .where(eq(pictures.id, id));
  });
}
