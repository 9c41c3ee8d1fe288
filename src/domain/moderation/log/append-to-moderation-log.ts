import type { Queryable } from '#database/client.ts';
import { moderationLog } from '#database/schema.ts';
import {
  actNotices,
  isNoticed,
  type ModerationAction,
} from '#shared/constants/moderation/moderation-actions.ts';
import { addSiteNotifications } from '../../notifications/add-notification.ts';

interface LogEntry {
  /** Null for the operator at the command line. */
  moderatorId: string | null;
  act: ModerationAction;
  /** The account that was moderated, or the author of the comment, discussion or picture. */
  targetId: string;
  reason: string;
  /** A copy of what was moderated, as it was at that time. */
  details?: Record<string, string | number | null>;
  /** The cents that the account got, negative if it lost them. Its open pages then load the balance again. */
  amount?: number;
  at: Date;
}

/**
 * Writes a moderation action to the log, in the transaction of the action, and tells the account of the acts
 * that it can read about. Call `deliverSoon` after the commit. Returns the id of the entry.
 */
export async function appendToModerationLog(
  tx: Queryable,
  { amount, ...entry }: LogEntry,
): Promise<string> {
  const [logged] = await tx.insert(moderationLog).values(entry).returning({ id: moderationLog.id });
  if (!logged) throw new Error('The insert of a log entry returned no row.');
  const { act, targetId, moderatorId, at } = entry;
  if (isNoticed(act) && targetId !== moderatorId) {
    await addSiteNotifications(tx, [targetId], {
      kind: 'moderation',
      thing: logged.id,
      thingName: actNotices[act],
      ...(amount !== undefined && { amount }),
      at,
    });
  }
  return logged.id;
}
