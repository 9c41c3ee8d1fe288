import { and, eq } from 'drizzle-orm';
import { pictures, uploads } from '#db/schema.ts';
import { isRefusal, Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { clearUpload } from './clear-upload.ts';
import { pictureFile } from './files.ts';
import type { ProcessedPicture } from './images.ts';
import type { Workroom } from './workrooms.ts';

type Upload = typeof uploads.$inferSelect;

/**
 * Makes the picture of an upload in the stage `finishing`, out of the file at `path`, and keeps it. What
 * came to nothing leaves nothing but the upload's row with the reason.
 * @throws Refusal of `PictureImages.process`, `upload-gone` when the upload was given up meanwhile.
 */
export async function finishUpload(
  ctx: Ctx,
  room: Workroom,
  { upload, path, signal }: { upload: Upload; path: string; signal?: AbortSignal },
): Promise<void> {
  let made: ProcessedPicture | null = null;
  try {
    made = await ctx.images.process(path, room.folder, signal);
    await keep(ctx, upload, made);
  } catch (error) {
    await undo(ctx, upload, made, error).catch((failure: unknown) => {
      ctx.log.warn({ err: failure, upload: upload.id }, 'an upload is cleared away later');
    });
    throw error;
  }
  await clearUpload(ctx, upload.id);
}

/** The row comes before the files, so that a crash leaves no file that nobody knows of. */
async function keep(ctx: Ctx, upload: Upload, { full, thumbnail, kind }: ProcessedPicture) {
  const { id, userId, name, bytes, publish } = upload;
  await ctx.db.insert(pictures).values({
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
    uploadedAt: ctx.clock.now(),
  });
  for (const file of [full, thumbnail]) await ctx.files.keep(pictureFile(id, file.hash), file.path);
  await ctx.db.transaction(async (tx) => {
    const ended = await tx
      .update(uploads)
      .set({ stage: 'ended' })
      .where(and(eq(uploads.id, id), eq(uploads.stage, 'finishing')))
      .returning({ id: uploads.id });
    if (ended.length === 0) throw new Refusal('upload-gone');
    const now = ctx.clock.now();
    await tx
      .update(pictures)
      .set({ keptAt: now, ...(publish && { publishedAt: now }) })
      .where(eq(pictures.id, id));
  });
}

async function undo(ctx: Ctx, upload: Upload, made: ProcessedPicture | null, error: unknown) {
  const { id, partBytes } = upload;
  const files = made ? [made.full, made.thumbnail] : [];
  for (const { hash } of files) await ctx.files.remove(pictureFile(id, hash));
  await ctx.db.delete(pictures).where(eq(pictures.id, id));
  const refused = isRefusal(error) && error.code !== 'pictures-busy';
  // Where the trouble is ours and the parts are still there, asking again may help.
  const again = !refused && partBytes !== null;
  await ctx.db
    .update(uploads)
    .set(
      again
        ? { stage: 'receiving', touchedAt: ctx.clock.now() }
        : { stage: 'ended', refusal: refused ? error.code : 'picture-failed' },
    )
    .where(and(eq(uploads.id, id), eq(uploads.stage, 'finishing')));
  if (!again) await clearUpload(ctx, id);
}
