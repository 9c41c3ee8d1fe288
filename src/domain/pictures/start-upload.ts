import { upload as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { beginUpload } from './begin-upload.ts';
import { showableName } from './file-name.ts';
import type { FileWishes } from './receive-picture.ts';
import { readUploadPass, signPart, type UploadPass } from './upload-signature.ts';

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
export async function startUpload(
  ctx: Ctx,
  { pass, file, publish, metadata }: { pass: UploadPass; file: AnnouncedFile } & FileWishes,
): Promise<{ id: string; signatures: string[] }> {
  const { userId } = readUploadPass(ctx, pass);
  const { bytes, partBytes } = file;
  if (bytes > limits.bytesMax) throw new Refusal('upload-bytes');
  if (bytes < limits.multipartBytesMin) throw new Refusal('upload-small');
  if (partBytes < limits.partBytesMin) throw new Refusal('bad-input');
  const { id } = await beginUpload(ctx, {
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
