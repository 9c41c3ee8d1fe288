import { eq } from 'drizzle-orm';
import { uploadParts } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { partFileName } from '../storage/file-store.ts';
import { deleteEndedUpload } from './upload-states.ts';

/**
 * Deletes the parts of an ended upload, and its row unless the row records why there is no picture.
 * When that fails, the scheduled purge does it.
 */
export async function deleteUploadParts(
  { db, gallery: { fileStore }, log }: Pick<Ctx, 'db' | 'gallery' | 'log'>,
  uploadId: string,
): Promise<void> {
  try {
    const parts = await db
      .select({ id: uploadParts.id })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId));
    for (const { id } of parts) {
      await fileStore.remove(partFileName(id));
      await db.delete(uploadParts).where(eq(uploadParts.id, id));
    }
    await deleteEndedUpload(db, uploadId);
  } catch (error) {
    log.warn({ err: error, upload: uploadId }, 'an upload is cleared away later');
  }
}
