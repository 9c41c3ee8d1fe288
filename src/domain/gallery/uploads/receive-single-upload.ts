import type { Ctx } from '#domain/context.ts';
import { showableName } from '../storage/display-file-name.ts';
import type { TempDir } from '../storage/temp-dirs.ts';
import { processUpload } from './process-upload.ts';
import { reserveUpload } from './reserve-upload.ts';
import { readUploadToken, type UploadToken } from './upload-signature.ts';

export interface ReceivedFile {
  /** In the room that it was written in. */
  path: string;
  bytes: number;
  /** As it was sent. */
  name: string;
}

/** What a client says of a file. */
export interface FileWishes {
  publish: boolean;
  /** What it wants to find again with it. */
  metadata?: Record<string, string>;
}

/**
 * Makes a picture of a file that came in one request, and answers its id. With `publish` it is in the
 * gallery at once, else when it is posted.
 * @throws Refusal of `readUploadPass`, `beginUpload` and `finishUpload`.
 */
export async function receiveSingleUpload(
  ctx: Ctx,
  room: TempDir,
  input: { pass: UploadToken; file: ReceivedFile; signal?: AbortSignal } & FileWishes,
): Promise<{ id: string }> {
  const { file, publish, metadata, signal } = input;
  const { userId } = readUploadToken(ctx, input.pass);
  const upload = await reserveUpload(ctx, {
    userId,
    stage: 'finishing',
    name: showableName(file.name),
    bytes: file.bytes,
    publish,
    metadata,
  });
  await processUpload(ctx, room, { upload, file: async () => file, signal });
  return { id: upload.id };
}
