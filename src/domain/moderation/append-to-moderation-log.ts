import type { Queryable } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import type { ModerationAction } from '#shared/constants/moderation-actions.ts';

interface LogEntry {
  /** Null for the operator at the command line. */
  moderatorId: string | null;
  act: ModerationAction;
  /** The account that was moderated, or the author of the comment, discussion or picture. */
  targetId: string;
  reason: string;
  /** A copy of what was moderated, as it was at that time. */
  details?: Record<string, string | number | null>;
  at: Date;
}

/** Writes a moderation action to the log, in the transaction of the action. */
export async function appendToModerationLog(tx: Queryable, entry: LogEntry): Promise<void> {
  await tx.insert(moderationLog).values(entry);
}
