import type { Ctx } from '#domain/context.ts';
import { toDisplayFileName } from '../storage/display-file-name.ts';
import type { TempDir } from '../storage/temp-dirs.ts';
import { processUpload } from './process-upload.ts';
import { reserveUpload } from './reserve-upload.ts';
import { type UploadToken, verifyUploadToken } from './upload-signature.ts';

export interface ReceivedFile {
  /** In the temp dir. */
  path: string;
  bytes: number;
  /** The name that the client sent. */
  name: string;
}

/** What a client can choose for a file. */
export interface FileOptions {
  publish: boolean;
  /** Metadata that the client can read again with the file. */
  metadata?: Record<string, string>;
}

/**
 * Makes a picture of a file that was sent in one request and returns its id. With `publish` it is
 * posted in the gallery at once.
 * @throws AppError the codes of `verifyUploadToken`, `reserveUpload` and `processUpload`.
 */
export async function receiveSingleUpload(
  ctx: Ctx,
  dir: TempDir,
  input: { token: UploadToken; file: ReceivedFile; signal?: AbortSignal } & FileOptions,
): Promise<{ id: string }> {
  const { file, publish, metadata, signal } = input;
  const { userId } = await verifyUploadToken(ctx, input.token);
  const upload = await reserveUpload(ctx, {
    userId,
    stage: 'finishing',
    name: toDisplayFileName(file.name),
    bytes: file.bytes,
    publish,
    metadata,
  });
  await processUpload(ctx, dir, { upload, file: async () => file, signal });
  return { id: upload.id };
}
