import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { completeMultipartUpload } from './complete-multipart-upload.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';

/**
 * Returns the state of an upload, like `getUploadInfo`. Clients complete an upload once and then
 * poll its state. When the node that made the picture has stopped, this call completes the upload.
 * @throws AppError the codes of `getUploadInfo` and `completeMultipartUpload`, except
 * `pictures-busy`: the client polls again.
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
