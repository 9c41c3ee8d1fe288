import type { Ctx } from '#domain/context.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { PictureShape, ProcessedPicture } from './image-processor.ts';

/** What making a picture needs. Only imports at a terminal have no request. */
export type PictureCtx = Pick<Ctx, 'gallery' | 'rateLimiter'> & Partial<Pick<Ctx, 'request'>>;

/** Errors that are found only after much decoding work. */
const costlyErrors: readonly AppErrorCode[] = ['picture-heavy', 'picture-broken'];

interface PictureJob {
  /** Null for the file service's key: all its uploads count as one account. */
  userId: string | null;
  /** The file, and the folder for the two sizes. */
  path: string;
  folder: string;
  /** The signal of the sender's request, when the sender waits for the picture. */
  signal: AbortSignal | undefined;
  /** Aborts when the result is not needed any more. */
  notNeeded: AbortSignal;
  /** The part that the picture shows; the whole picture without it. */
  shape?: PictureShape | undefined;
}

/**
 * Makes the two sizes of a picture. A failed picture does not count towards the daily upload quota.
 * But an account has few attempts per hour that cost much decoding work: pictures that fail late,
 * and requests that are aborted while the picture is decoded.
 * @throws AppError `rate-limited`, and the codes of `ImageProcessor.process`.
 */
export async function createPicture(
  { gallery: { imageProcessor }, rateLimiter, request }: PictureCtx,
  { userId, path, folder, signal, notNeeded, shape }: PictureJob,
): Promise<ProcessedPicture> {
  const account = userId ?? 'key';
  await rateLimiter.take('heavy-picture-by-account', account);
  const giveBack = () => rateLimiter.giveBack('heavy-picture-by-account', account);
  try {
    const stop = signal ? AbortSignal.any([signal, notNeeded]) : notNeeded;
    const sender = { address: request?.address ?? 'terminal', account };
    const picture = await imageProcessor.process(path, folder, stop, shape, sender);
    await giveBack();
    return picture;
  } catch (error) {
    const countsAsAttempt = isAppError(error) ? costlyErrors.includes(error.code) : signal?.aborted;
    if (!countsAsAttempt) await giveBack();
    throw error;
  }
}
