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

/**
 * Makes a picture of a file that came in one request, and answers its id. With `publish` it is in the
 * gallery at once, else when it is posted.
 * @throws Refusal of `readUploadPass`, `beginUpload` and `finishUpload`.
 */
export async function receivePicture(
  ctx: Ctx,
  room: Workroom,
  input: { pass: UploadPass; file: ReceivedFile; publish: boolean; signal?: AbortSignal },
): Promise<{ id: string }> {
  const { file, publish, signal } = input;
  const { userId } = readUploadPass(ctx, input.pass);
  const upload = await beginUpload(ctx, {
    userId,
    stage: 'finishing',
    name: showableName(file.name),
    bytes: file.bytes,
    publish,
  });
  await finishUpload(ctx, room, { upload, file: async () => file, signal });
  return { id: upload.id };
}
