import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toDisplayFileName } from '../storage/display-file-name.ts';
import type { FileOptions } from './receive-single-upload.ts';
import { reserveUpload } from './reserve-upload.ts';
import { signPart, type UploadToken, verifyUploadToken } from './upload-signature.ts';

export interface AnnouncedFile {
  /** The name that the client sent. */
  name: string;
  bytes: number;
  /** The size of every part except the last. */
  partBytes: number;
}

/**
 * Starts an upload in parts. Returns its id and the signatures of its parts in order.
 * @throws AppError `upload-small`, `upload-bytes`, `bad-input` (parts that are too small), and the
 * codes of `verifyUploadToken` and `reserveUpload`.
 */
export async function startMultipartUpload(
  ctx: Ctx,
  { token, file, publish, metadata }: { token: UploadToken; file: AnnouncedFile } & FileOptions,
): Promise<{ id: string; signatures: string[] }> {
  const { userId } = await verifyUploadToken(ctx, token);
  const { bytes, partBytes } = file;
  if (bytes > uploadConstants.bytesMax) throw new AppError('upload-bytes');
  if (bytes < uploadConstants.multipartBytesMin) throw new AppError('upload-small');
  if (partBytes < uploadConstants.partBytesMin) throw new AppError('bad-input');
  const { id } = await reserveUpload(ctx, {
    userId,
    stage: 'receiving',
    name: toDisplayFileName(file.name),
    bytes,
    // A file that is smaller than a part is one part.
    partBytes: Math.min(partBytes, bytes),
    publish,
    metadata,
  });
  const signatures = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, number) =>
    signPart(ctx.keys.current, id, number),
  );
  return { id, signatures };
}
