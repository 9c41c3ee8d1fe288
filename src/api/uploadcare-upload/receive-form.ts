import type { Ctx } from '#domain/context.ts';
import { receiveSingleUpload } from '#domain/gallery/uploads/receive-single-upload.ts';
import { readUploadToken } from '#domain/gallery/uploads/upload-signature.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { readPass, readWishes, WireFault } from './parse-fields.ts';
import { readForm } from './parse-multipart.ts';
import type { createReceiving } from './receiving-slots.ts';
import { withBody } from './stalled-body.ts';

interface Receiving {
  ctx: Ctx;
  request: Request;
  body: AsyncIterable<Uint8Array>;
  receiving: ReturnType<typeof createReceiving>;
}

/** Receives a file and answers its id under the name of its field. */
export async function receiveForm({
  ctx,
  request,
  body,
  receiving,
}: Receiving): Promise<Record<string, string>> {
  return ctx.tempDirs.enter(async (room) => {
    const { fields, file } = await receiving.enter(ctx.request.address, (place) =>
      readForm(
        { type: typeOf(request), body },
        {
          bytesMax: uploadConstants.bytesMax + uploadConstants.formBytesMax,
          signal: place.signal,
          async receive(stream, before) {
            // What is signed wrongly is refused before its file takes anything.
            if (before.has('signature')) {
              const { userId } = readUploadToken(ctx, readPass(before));
              if (userId !== null) place.assignTo(userId);
            }
            return room.write(stream, { bytesMax: uploadConstants.bytesMax, noted: place.note });
          },
        },
      ),
    );
    const pass = readPass(fields);
    if (!file) throw new WireFault(400, 'FilesRequiredError', 'Request does not contain files.');
    const { id } = await receiveSingleUpload(ctx, room, {
      pass,
      file: { name: file.name, ...file.received },
      ...readWishes(fields),
      signal: request.signal,
    });
    return Object.fromEntries([[file.field, id]]);
  });
}

/** A form of words alone. */
export async function readFields(
  request: Request,
  silentMs: number,
): Promise<ReadonlyMap<string, string>> {
  requireLength(request, uploadConstants.formBytesMax);
  return withBody(request, silentMs, async (body) => {
    const form = { type: typeOf(request), body };
    const { fields } = await readForm(form, {
      bytesMax: uploadConstants.formBytesMax,
      receive: async (stream) => void stream.resume(),
    });
    return fields;
  });
}

function typeOf({ headers }: Request): string {
  return headers.get('Content-Type') ?? '';
}

/** Refuses at once what says of itself that it is too large. @throws Refusal `upload-bytes`. */
export function requireLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) {
    throw new AppError('upload-bytes');
  }
}
