import type { Queryable } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import type { ModerationAction } from '#shared/constants/moderation-actions.ts';

interface LogEntry {
  /** Null for the operator at the command line. */
  moderatorId: string | null;
  act: ModerationAction;
  /** Whose account, or whose comment, discussion or picture. */
  targetId: string;
  reason: string;
  /** What it was about, as it was then. */
  details?: Record<string, string | number | null>;
  at: Date;
}

/** Writes an act of moderation to the log, in the transaction of the act itself. */
export async function appendToModerationLog(tx: Queryable, entry: LogEntry): Promise<void> {
  await tx.insert(moderationLog).values(entry);
}
