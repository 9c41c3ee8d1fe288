import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';

type Upload = typeof uploads.$inferSelect;
/** A try to make an upload's picture. Who takes the upload over begins it anew, at a time of its own. */
export type ProcessingAttempt = Pick<Upload, 'id' | 'startedAt'>;

/** Whether the node that makes an upload's picture has ended: it would have noted that it goes on. */
export function isLost({ stage, touchedAt }: Pick<Upload, 'stage' | 'touchedAt'>, now: Date) {
  return stage === 'finishing' && now.getTime() - touchedAt.getTime() > uploadConstants.finishingMs;
}

/** The row of an upload while this try may finish it. */
export function ofAttempt({ id, startedAt }: ProcessingAttempt) {
  return and(eq(uploads.id, id), eq(uploads.stage, 'finishing'), eq(uploads.startedAt, startedAt));
}

/**
 * Holds the upload of a try until the transaction ends.
 * @throws Refusal `upload-gone` when it was given up or taken over.
 */
export async function lockAttempt(tx: Queryable, one: ProcessingAttempt): Promise<void> {
  const [held] = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(ofAttempt(one))
    .for('update');
  if (!held) throw new AppError('upload-gone');
}

/**
 * Does `work` and notes all the while that it goes on, also while it waits in a line. Its signal is
 * given when that is in vain.
 * @throws Refusal `upload-gone` when the upload was given up or taken over, and what `work` throws.
 */
export async function whileFinishing<Result>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  one: ProcessingAttempt,
  work: (inVain: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const inVain = new AbortController();
  const note = async () => {
    const noted = await db
      .update(uploads)
      .set({ touchedAt: clock.now() })
      .where(ofAttempt(one))
      .returning({ id: uploads.id });
    if (noted.length === 0) inVain.abort(new AppError('upload-gone'));
  };
  // What is not noted once is noted the next time.
  const timer = setInterval(() => void note().catch(() => undefined), uploadConstants.noteEveryMs);
  try {
    return await work(inVain.signal);
  } catch (error) {
    throw inVain.signal.aborted ? inVain.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
