import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { uploads } from '#db/schema.ts';
import { upload as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';

type Upload = typeof uploads.$inferSelect;
/** A try to make an upload's picture. Who takes the upload over begins it anew, at a time of its own. */
export type Try = Pick<Upload, 'id' | 'startedAt'>;

/** Whether the node that makes an upload's picture has ended: it would have noted that it goes on. */
export function isLost({ stage, touchedAt }: Pick<Upload, 'stage' | 'touchedAt'>, now: Date) {
  return stage === 'finishing' && now.getTime() - touchedAt.getTime() > limits.finishingMs;
}

/** The row of an upload while this try may finish it. */
export function ofTry({ id, startedAt }: Try) {
  return and(eq(uploads.id, id), eq(uploads.stage, 'finishing'), eq(uploads.startedAt, startedAt));
}

/**
 * Holds the upload of a try until the transaction ends.
 * @throws Refusal `upload-gone` when it was given up or taken over.
 */
export async function holdTry(tx: Queryable, one: Try): Promise<void> {
  const [held] = await tx.select({ id: uploads.id }).from(uploads).where(ofTry(one)).for('update');
  if (!held) throw new Refusal('upload-gone');
}

/**
 * Does `work` and notes all the while that it goes on, also while it waits in a line. Its signal is
 * given when that is in vain.
 * @throws Refusal `upload-gone` when the upload was given up or taken over, and what `work` throws.
 */
export async function whileFinishing<Result>(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  one: Try,
  work: (inVain: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const inVain = new AbortController();
  const note = async () => {
    const noted = await db
      .update(uploads)
      .set({ touchedAt: clock.now() })
      .where(ofTry(one))
      .returning({ id: uploads.id });
    if (noted.length === 0) inVain.abort(new Refusal('upload-gone'));
  };
  // What is not noted once is noted the next time.
  const timer = setInterval(() => void note().catch(() => undefined), limits.noteEveryMs);
  try {
    return await work(inVain.signal);
  } catch (error) {
    throw inVain.signal.aborted ? inVain.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
