import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ProcessingAttempt, touchAttempt } from './upload-states.ts';

/**
 * Runs `work` and updates `touchedAt` regularly while it runs or waits in a queue. Aborts the
 * signal when the attempt is no longer the current one.
 * @throws AppError `upload-gone` when the upload was given up or taken over; and what `work`
 * throws.
 */
export async function runAttempt<Result>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  attempt: ProcessingAttempt,
  work: (notNeeded: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const notNeeded = new AbortController();
  const touch = async () => {
    const isCurrent = await touchAttempt(db, attempt, clock.now());
    if (!isCurrent) notNeeded.abort(new AppError('upload-gone'));
  };
  // A failed update is not repeated: the next one follows soon.
  const timer = setInterval(
    () => void touch().catch(() => undefined),
    uploadConstants.progressEveryMs,
  );
  try {
    return await work(notNeeded.signal);
  } catch (error) {
    throw notNeeded.signal.aborted ? notNeeded.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
