import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { showableName } from '../storage/display-file-name.ts';
import type { FileWishes } from './receive-single-upload.ts';
import { reserveUpload } from './reserve-upload.ts';
import { readUploadToken, signPart, type UploadToken } from './upload-signature.ts';

export interface AnnouncedFile {
  /** As its sender calls it. */
  name: string;
  bytes: number;
  /** Of every part but the last. */
  partBytes: number;
}

/**
 * Begins an upload in parts: answers its id, and a signature for each part in their order, as many as
 * the file has.
 * @throws Refusal of `readUploadPass` and `beginUpload`, `upload-small`, `upload-bytes`, `bad-input`
 * (parts that are too small).
 */
export async function startMultipartUpload(
  ctx: Ctx,
  { pass, file, publish, metadata }: { pass: UploadToken; file: AnnouncedFile } & FileWishes,
): Promise<{ id: string; signatures: string[] }> {
  const { userId } = readUploadToken(ctx, pass);
  const { bytes, partBytes } = file;
  if (bytes > uploadConstants.bytesMax) throw new AppError('upload-bytes');
  if (bytes < uploadConstants.multipartBytesMin) throw new AppError('upload-small');
  if (partBytes < uploadConstants.partBytesMin) throw new AppError('bad-input');
  const { id } = await reserveUpload(ctx, {
    userId,
    stage: 'receiving',
    name: showableName(file.name),
    bytes,
    // One part has the whole of it.
    partBytes: Math.min(partBytes, bytes),
    publish,
    metadata,
  });
  const signatures = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, number) =>
    signPart(ctx.secret, id, number),
  );
  return { id, signatures };
}
