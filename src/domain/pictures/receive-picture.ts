import type { Ctx } from '../context.ts';
import { beginUpload } from './begin-upload.ts';
import { showableName } from './file-name.ts';
import { finishUpload } from './finish-upload.ts';
import { readUploadPass, type UploadPass } from './upload-signature.ts';
import type { Workroom } from './workrooms.ts';

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
export async function receivePicture(
  ctx: Ctx,
  room: Workroom,
  input: { pass: UploadPass; file: ReceivedFile; signal?: AbortSignal } & FileWishes,
): Promise<{ id: string }> {
  const { file, publish, metadata, signal } = input;
  const { userId } = readUploadPass(ctx, input.pass);
  const upload = await beginUpload(ctx, {
    userId,
    stage: 'finishing',
    name: showableName(file.name),
    bytes: file.bytes,
    publish,
    metadata,
  });
  await finishUpload(ctx, room, { upload, file: async () => file, signal });
  return { id: upload.id };
}
