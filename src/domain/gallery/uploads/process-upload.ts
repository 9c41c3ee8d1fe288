import { eq, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { letWait } from '#domain/lib/hiding/hideable-kind.ts';
import { isOnApproval } from '#domain/text-filters/admit-text.ts';
import { requireFewerWaiting } from '#domain/text-filters/waiting-things.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hideablePictures } from '../hideable-pictures.ts';
import { createPicture } from '../processing/create-picture.ts';
import type { ProcessedPicture } from '../processing/image-processor.ts';
import { pictureFileName } from '../storage/file-store.ts';
import type { TempDir } from '../storage/temp-dirs.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { undoProcessing } from './undo-processing.ts';
import {
  endSaved,
  lockAttempt,
  type ProcessingAttempt,
  touchAttempt,
  type Upload,
} from './upload-states.ts';

interface Job {
  upload: Upload;
  /** Provides the file in the temp dir. */
  file: () => Promise<{ path: string }>;
  signal?: AbortSignal;
}

/**
 * Makes the picture of an upload in the stage `finishing` from its file and stores it. After a
 * failure, only the upload's row with the reason is left.
 * @throws AppError `upload-gone` when the upload was given up or taken over; `waiting-limit`; and the codes of
 * `createPicture`.
 */
export async function processUpload(
  ctx: Ctx,
  dir: TempDir,
  { upload, file, signal }: Job,
): Promise<void> {
  await runAttempt(ctx, upload, async (notNeeded) => {
    let picture: ProcessedPicture | null = null;
    try {
      const { path } = await file();
      const { userId } = upload;
      picture = await createPicture(ctx, {
        userId,
        path,
        folder: dir.folder,
        signal,
        notNeeded,
      });
      await savePicture(ctx, upload, picture);
    } catch (error) {
      await undoProcessing(ctx, upload, picture, error).catch((failure: unknown) => {
        ctx.log.warn(
          { err: failure, upload: upload.id },
          'an upload was not cleaned up; the scheduled purge tries again',
        );
      });
      throw error;
    }
  });
  await deleteUploadParts(ctx, upload.id);
}

/**
 * The row is written before the files, so that a crash leaves no file without a row. `uploadedAt`
 * is set again at the end: lists are paged by it, so it must be the moment from which the file can
 * be seen.
 */
async function savePicture(ctx: Ctx, upload: Upload, { full, thumbnail, kind }: ProcessedPicture) {
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
  const waits = publish && userId !== null && (await isOnApproval(ctx, userId));
  for (const file of [full, thumbnail])
    await ctx.gallery.fileStore.save(pictureFileName(id, file.hash), file.path);
  await ctx.db.transaction(async (tx) => {
    if (!(await endSaved(tx, upload))) throw new AppError('upload-gone');
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
    if (!waits) return;
    // Several uploads can have begun while one more thing could wait.
    await requireFewerWaiting(tx, userId);
    await letWait(tx, hideablePictures, { id, at: now });
  });
}

/**
 * Runs `work` and updates `touchedAt` regularly while it runs or waits in a queue. Aborts the
 * signal when the attempt is no longer the current one.
 * @throws AppError `upload-gone` when the upload was given up or taken over; and what `work`
 * throws.
 */
async function runAttempt<Result>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  attempt: ProcessingAttempt,
  work: (notNeeded: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const notNeeded = new AbortController();
  const touch = async () => {
    const isCurrent = await touchAttempt(db, attempt, clock.now());
    if (!isCurrent) notNeeded.abort(new AppError('upload-gone'));
  };
  // A failed update is not repeated: the next one follows soon.
  const timer = setInterval(
    () => void touch().catch(() => undefined),
    uploadConstants.progressEveryMs,
  );
  try {
    return await work(notNeeded.signal);
  } catch (error) {
    throw notNeeded.signal.aborted ? notNeeded.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
