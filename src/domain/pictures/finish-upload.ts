import { eq, sql } from 'drizzle-orm';
import { pictures, uploads } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { clearUpload } from './clear-upload.ts';
import { pictureFile } from './files.ts';
import { holdTry, ofTry, whileFinishing } from './finishing.ts';
import type { ProcessedPicture } from './images.ts';
import { makePicture } from './make-picture.ts';
import { undoFinishing } from './undo-finishing.ts';
import type { Workroom } from './workrooms.ts';

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
export async function finishUpload(
  ctx: Ctx,
  room: Workroom,
  { upload, file, signal }: Finishing,
): Promise<void> {
  await whileFinishing(ctx, upload, async (inVain) => {
    let made: ProcessedPicture | null = null;
    try {
      const { path } = await file();
      const { userId } = upload;
      made = await makePicture(ctx, { userId, path, folder: room.folder, signal, inVain });
      await keep(ctx, upload, made);
    } catch (error) {
      await undoFinishing(ctx, upload, made, error).catch((failure: unknown) => {
        ctx.log.warn({ err: failure, upload: upload.id }, 'an upload is cleared away later');
      });
      throw error;
    }
  });
  await clearUpload(ctx, upload.id);
}

/**
 * The row comes before the files, so that a crash leaves no file that nobody knows of. Where it is seen
 * among files it is as of the moment that it is first seen: lists are walked by that.
 */
async function keep(ctx: Ctx, upload: Upload, { full, thumbnail, kind }: ProcessedPicture) {
  const { id, userId, name, bytes, publish, metadata } = upload;
  await ctx.db.transaction(async (tx) => {
    await holdTry(tx, upload);
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
  for (const file of [full, thumbnail]) await ctx.files.keep(pictureFile(id, file.hash), file.path);
  await ctx.db.transaction(async (tx) => {
    const ended = await tx
      .update(uploads)
      .set({ stage: 'ended' })
      .where(ofTry(upload))
      .returning({ id: uploads.id });
    if (ended.length === 0) throw new Refusal('upload-gone');
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
