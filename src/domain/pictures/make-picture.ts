import { isRefusal, type RefusalCode } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import type { ProcessedPicture } from './images.ts';

/** What is known of a picture only after much work. */
const costly: readonly RefusalCode[] = ['picture-heavy', 'picture-broken'];

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
export async function makePicture(
  { images, limits }: Pick<Ctx, 'images' | 'limits'>,
  { userId, path, folder, signal, inVain }: Making,
): Promise<ProcessedPicture> {
  const account = userId ?? 'key';
  await limits.take('heavy-picture-by-account', account);
  const giveBack = () => limits.giveBack('heavy-picture-by-account', account);
  try {
    const stop = signal ? AbortSignal.any([signal, inVain]) : inVain;
    const made = await images.process(path, folder, stop);
    await giveBack();
    return made;
  } catch (error) {
    const inItself = isRefusal(error) ? costly.includes(error.code) : signal?.aborted;
    if (!inItself) await giveBack();
    throw error;
  }
}
