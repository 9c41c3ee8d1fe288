import { isRefusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { completeUpload } from './complete-upload.ts';
import { getUploadInfo, type UploadInfo } from './get-upload-info.ts';

/**
 * Tells of an upload, as `getUploadInfo`. Clients complete an upload once and then ask how far it is: when
 * the node that made its picture has ended, it is made by who is asked.
 * @throws Refusal of `getUploadInfo` and `completeUpload`, but for `pictures-busy`: that may wait.
 */
export async function followUpload(
  ctx: Ctx,
  { id, publicKey }: { id: string; publicKey: string },
): Promise<UploadInfo> {
  const info = await getUploadInfo(ctx, { id, publicKey });
  if (!info.lost) return info;
  try {
    return await completeUpload(ctx, { uploadId: id, publicKey });
  } catch (error) {
    if (isRefusal(error) && error.code === 'pictures-busy') return info;
    throw error;
  }
}
