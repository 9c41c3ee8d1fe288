import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';

type Upload = typeof uploads.$inferSelect;
/**
 * One attempt to make an upload's picture. A node that takes over starts a new attempt with its own
 * `startedAt`.
 */
export type ProcessingAttempt = Pick<Upload, 'id' | 'startedAt'>;

/** Whether the node of the attempt has stopped: it no longer updates `touchedAt`. */
export function isAttemptLost(
  { stage, touchedAt }: Pick<Upload, 'stage' | 'touchedAt'>,
  now: Date,
) {
  return (
    stage === 'finishing' && now.getTime() - touchedAt.getTime() > uploadConstants.finishingLeaseMs
  );
}

/** Selects the upload's row while this attempt is the current one. */
export function isCurrentAttempt({ id, startedAt }: ProcessingAttempt) {
  return and(eq(uploads.id, id), eq(uploads.stage, 'finishing'), eq(uploads.startedAt, startedAt));
}

/**
 * Locks the upload of an attempt until the transaction ends.
 * @throws AppError `upload-gone` when the upload was given up or taken over.
 */
export async function lockAttempt(tx: Queryable, attempt: ProcessingAttempt): Promise<void> {
  const [locked] = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(isCurrentAttempt(attempt))
    .for('update');
  if (!locked) throw new AppError('upload-gone');
}

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
    const updated = await db
      .update(uploads)
      .set({ touchedAt: clock.now() })
      .where(isCurrentAttempt(attempt))
      .returning({ id: uploads.id });
    if (updated.length === 0) notNeeded.abort(new AppError('upload-gone'));
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
