import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { completeMultipartUpload } from './complete-multipart-upload.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';

/**
 * Tells of an upload, as `getUploadInfo`. Clients complete an upload once and then ask how far it is: when
 * the node that made its picture has ended, it is made by who is asked.
 * @throws Refusal of `getUploadInfo` and `completeUpload`, but for `pictures-busy`: that may wait.
 */
export async function waitForUpload(
  ctx: Ctx,
  { id, publicKey }: { id: string; publicKey: string },
): Promise<UploadInfo> {
  const info = await getUploadInfo(ctx, { id, publicKey });
  if (!info.lost) return info;
  try {
    return await completeMultipartUpload(ctx, { uploadId: id, publicKey });
  } catch (error) {
    if (isAppError(error) && error.code === 'pictures-busy') return info;
    throw error;
  }
}
