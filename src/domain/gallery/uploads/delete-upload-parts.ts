import { and, eq, isNull } from 'drizzle-orm';
import { uploadParts, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { partFile } from '../storage/file-store.ts';

/**
 * Deletes the parts of an upload that has ended, and its row unless that says why no picture came of it.
 * What fails is done by the collection of what was abandoned.
 */
export async function deleteUploadParts(
  { db, fileStore, log }: Pick<Ctx, 'db' | 'fileStore' | 'log'>,
  uploadId: string,
): Promise<void> {
  try {
    const parts = await db
      .select({ id: uploadParts.id })
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId));
    for (const { id } of parts) {
      await fileStore.remove(partFile(id));
      await db.delete(uploadParts).where(eq(uploadParts.id, id));
    }
    await db
      .delete(uploads)
      .where(and(eq(uploads.id, uploadId), eq(uploads.stage, 'ended'), isNull(uploads.refusal)));
  } catch (error) {
    log.warn({ err: error, upload: uploadId }, 'an upload is cleared away later');
  }
}
