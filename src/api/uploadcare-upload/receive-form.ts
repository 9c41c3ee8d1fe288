import type { Ctx } from '#domain/context.ts';
import { receiveSingleUpload } from '#domain/gallery/uploads/receive-single-upload.ts';
import { verifyUploadToken } from '#domain/gallery/uploads/upload-signature.ts';
import { parseForm } from '#http-body/parse-multipart.ts';
import type { createReceivingSlots } from '#http-body/receiving-slots.ts';
import { processBody } from '#http-body/stalled-body.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { ApiError } from '../lib/api-error.ts';
import { parseFileOptions, parseUploadToken } from './parse-fields.ts';

interface ReceiveOptions {
  ctx: Ctx;
  request: Request;
  body: AsyncIterable<Uint8Array>;
  slots: ReturnType<typeof createReceivingSlots>;
}

/** Receives a file. Returns its id under the name of its form field. */
export async function receiveForm({
  ctx,
  request,
  body,
  slots,
}: ReceiveOptions): Promise<Record<string, string>> {
  return ctx.gallery.tempDirs.use(async (tempDir) => {
    const { fields, file } = await slots.run(ctx.request.address, (slot) =>
      parseForm(
        { type: getContentType(request), body },
        {
          bytesMax: uploadConstants.bytesMax + uploadConstants.formBytesMax,
          signal: slot.signal,
          async receive(stream, before) {
            // A wrong signature is rejected before the file is stored.
            if (before.has('signature')) {
              const { userId } = await verifyUploadToken(ctx, parseUploadToken(before));
              if (userId !== null) slot.assignToAccount(userId);
            }
            return tempDir.write(stream, {
              bytesMax: uploadConstants.bytesMax,
              onProgress: slot.reportBytes,
            });
          },
        },
      ),
    );
    const token = parseUploadToken(fields);
    if (!file) throw new ApiError(400, 'FilesRequiredError', 'Request does not contain files.');
    const { id } = await receiveSingleUpload(ctx, tempDir, {
      token,
      file: { name: file.name, ...file.received },
      ...parseFileOptions(fields),
      signal: request.signal,
    });
    return Object.fromEntries([[file.field, id]]);
  });
}

/** Parses a form without a file. Files in it are ignored. */
export async function parseFields(
  request: Request,
  stallTimeoutMs: number,
): Promise<ReadonlyMap<string, string>> {
  checkContentLength(request, uploadConstants.formBytesMax);
  return processBody(request, stallTimeoutMs, async (body) => {
    const form = { type: getContentType(request), body };
    const { fields } = await parseForm(form, {
      bytesMax: uploadConstants.formBytesMax,
      receive: async (stream) => void stream.resume(),
    });
    return fields;
  });
}

function getContentType({ headers }: Request): string {
  return headers.get('Content-Type') ?? '';
}

/** Rejects a body early by its Content-Length. @throws AppError `upload-bytes`. */
export function checkContentLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('Content-Length') ?? 0) > bytesMax) {
    throw new AppError('upload-bytes');
  }
}
