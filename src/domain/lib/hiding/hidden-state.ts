import { inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import type { HiddenCause } from '#shared/constants/moderation/hidden-causes.ts';

/** What the author and moderators read about a hidden thing. */
export interface HiddenState {
  cause: HiddenCause;
  at: Date;
  /** The reason of the moderator; null while it waits for approval. */
  reason: string | null;
}

interface HiddenColumns {
  hiddenCause: HiddenCause | null;
  hiddenAt: Date | null;
  hiddenLogId: string | null;
}

/** The states of rows, null for those that are not hidden. Without hidden rows it reads nothing. */
export async function readHiddenStates(
  db: Queryable,
  rows: readonly HiddenColumns[],
): Promise<(HiddenState | null)[]> {
  const logIds = rows.flatMap(({ hiddenLogId }) => hiddenLogId ?? []);
  const entries =
    logIds.length === 0
      ? []
      : await db
          .select({ id: moderationLog.id, reason: moderationLog.reason })
          .from(moderationLog)
          .where(inArray(moderationLog.id, logIds));
  const reasons = new Map(entries.map(({ id, reason }) => [id, reason]));
  return rows.map(({ hiddenCause: cause, hiddenAt: at, hiddenLogId }) => {
    if (!cause || !at) return null;
    return { cause, at, reason: hiddenLogId === null ? null : (reasons.get(hiddenLogId) ?? null) };
  });
}
