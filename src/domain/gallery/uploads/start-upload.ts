import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePart } from '../../site/site-parts.ts';
import { isOnApproval } from '../../text-filters/admit-text.ts';
import { requireAllowedText } from '../../text-filters/check-text.ts';
import { requireFewerWaiting } from '../../text-filters/waiting-things.ts';
import { toDisplayFileName } from '../storage/display-file-name.ts';
import type { TempDir } from '../storage/temp-dirs.ts';
import { deleteUploadParts } from './delete-upload-parts.ts';
import { processUpload } from './process-upload.ts';
import { lockUploader, requireProcessingCapacity } from './upload-quota.ts';
import { insertUpload, type NewUpload, type Upload } from './upload-states.ts';
import { signPart } from './upload-token.ts';

/** Who uploads, and what a client can choose for a file. */
export interface UploadOptions {
  /** Null for the file service's key. */
  userId: string | null;
  /** Whether the picture is posted in the gallery at once. */
  publish: boolean;
  /** Metadata that the client can read again with the file. */
  metadata?: Record<string, string>;
}

interface ReceivedFile {
  /** On the disk of this node. */
  path: string;
  bytes: number;
  /** The name that the client sent. */
  name: string;
}

/**
 * Makes a picture of a file that was sent in one request and returns its id.
 * @throws AppError the codes of `reserveUpload` and `processUpload`.
 */
export async function receiveSingleUpload(
  ctx: Ctx,
  dir: TempDir,
  { file, signal, ...options }: { file: ReceivedFile; signal?: AbortSignal } & UploadOptions,
): Promise<{ id: string }> {
  const { name, bytes } = file;
  const upload = await reserveUpload(ctx, {
    ...options,
    stage: 'finishing',
    name: toDisplayFileName(name),
    bytes,
  });
  await processUpload(ctx, dir, { upload, file: async () => file, signal });
  return { id: upload.id };
}

interface AnnouncedFile {
  /** The name that the client sent. */
  name: string;
  bytes: number;
  /** The size of every part except the last. */
  partBytes: number;
}

/**
 * Starts an upload in parts. Returns its id and the signatures of its parts in order.
 * @throws AppError `upload-small`, `upload-bytes`, `bad-input` (parts that are too small), and the
 * codes of `reserveUpload`.
 */
export async function startMultipartUpload(
  ctx: Ctx,
  { file, ...options }: { file: AnnouncedFile } & UploadOptions,
): Promise<{ id: string; signatures: string[] }> {
  const { name, bytes, partBytes } = file;
  if (bytes > uploadConstants.bytesMax) throw new AppError('upload-bytes');
  if (bytes < uploadConstants.multipartBytesMin) throw new AppError('upload-small');
  if (partBytes < uploadConstants.partBytesMin) throw new AppError('bad-input');
  const { id } = await reserveUpload(ctx, {
    ...options,
    stage: 'receiving',
    name: toDisplayFileName(name),
    bytes,
    // A file that is smaller than a part is one part.
    partBytes: Math.min(partBytes, bytes),
  });
  const signatures = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, number) =>
    signPart(ctx.keys.current, id, number),
  );
  return { id, signatures };
}

/**
 * Creates the row of an upload within the limits of its account. An idle upload of the account may be ended for it.
 * Uploads with the file service's key have a rate limit only.
 * @throws AppError `rate-limited`, `text-refused` for its file name, `waiting-limit`, and the codes of
 * `lockUploader`.
 */
async function reserveUpload(ctx: Ctx, values: NewUpload): Promise<Upload> {
  await requirePart(ctx, 'gallery');
  const { userId } = values;
  if (userId === null) await ctx.rateLimiter.take('upload-by-key', ctx.request.address);
  else await ctx.rateLimiter.take('upload-by-account', userId);
  await requireAllowedText(ctx, { name: values.name });
  const waits = values.publish && userId !== null && (await isOnApproval(ctx, userId));
  const now = ctx.clock.now();
  const { upload, givenUp } = await ctx.db.transaction(async (tx) => {
    const givenUp = userId === null ? null : await lockUploader(ctx, tx, userId);
    if (userId === null) await requireProcessingCapacity(tx, now);
    else if (waits) await requireFewerWaiting(tx, userId);
    return { upload: await insertUpload(tx, values, now), givenUp };
  });
  if (givenUp) await deleteUploadParts(ctx, givenUp);
  return upload;
}
