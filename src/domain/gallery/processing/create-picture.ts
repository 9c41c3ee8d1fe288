import type { Ctx } from '#domain/context.ts';
import { type AppErrorCode, isAppError } from '#shared/errors/app-error.ts';
import type { ProcessedPicture } from './image-processor.ts';

/** What is known of a picture only after much work. */
const costly: readonly AppErrorCode[] = ['picture-heavy', 'picture-broken'];

interface Making {
  /** Null for who holds the file service's key: all of them count as one account. */
  userId: string | null;
  /** Where the file is, and where to what is made of it. */
  path: string;
  folder: string;
  /** Of who sends it, where that one waits for it. */
  signal: AbortSignal | undefined;
  /** When nobody needs it any more. */
  inVain: AbortSignal;
}

/**
 * Makes a picture in its sizes. No place of the day is lost on what comes to nothing, but work is: an
 * account has few tries in an hour for what makes the reader work in vain, or is left while it does.
 * @throws Refusal `rate-limited`, and what `PictureImages.process` throws.
 */
export async function createPicture(
  { imageProcessor, rateLimiter }: Pick<Ctx, 'imageProcessor' | 'rateLimiter'>,
  { userId, path, folder, signal, inVain }: Making,
): Promise<ProcessedPicture> {
  const account = userId ?? 'key';
  await rateLimiter.take('heavy-picture-by-account', account);
  const giveBack = () => rateLimiter.giveBack('heavy-picture-by-account', account);
  try {
    const stop = signal ? AbortSignal.any([signal, inVain]) : inVain;
    const made = await imageProcessor.process(path, folder, stop);
    await giveBack();
    return made;
  } catch (error) {
    const inItself = isAppError(error) ? costly.includes(error.code) : signal?.aborted;
    if (!inItself) await giveBack();
    throw error;
  }
}
