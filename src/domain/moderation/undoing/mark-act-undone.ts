import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog, undoneActs } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

export type LogEntry = typeof moderationLog.$inferSelect;

/**
 * Locks an entry of the log until the transaction ends, so that of two who undo it the later one finds it undone.
 * Lock an open appeal against it before.
 * @throws AppError `act-gone`.
 */
export async function lockAct(tx: Queryable, actId: string): Promise<LogEntry> {
  const [log] = await tx
    .select()
    .from(moderationLog)
    .where(eq(moderationLog.id, actId))
    .for('no key update');
  if (!log) throw new AppError('act-gone');
  return log;
}

/** Whether an act was undone. */
export async function isActUndone(db: Queryable, actId: string): Promise<boolean> {
  const found = await db
    .select({ actId: undoneActs.actId })
    .from(undoneActs)
    .where(eq(undoneActs.actId, actId));
  return found.length > 0;
}

/** Records which entry of the log undid an act. An act is undone once. @throws AppError `act-undone`. */
export async function markActUndone(
  tx: Queryable,
  { actId, undoneBy }: { actId: string; undoneBy: string },
): Promise<void> {
  const marked = await tx
    .insert(undoneActs)
    .values({ actId, undoneBy })
    .onConflictDoNothing()
    .returning({ actId: undoneActs.actId });
  if (marked.length === 0) throw new AppError('act-undone');
}
