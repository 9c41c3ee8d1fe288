import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { mutes, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import { isHideableKind } from '../hiding/hideable-kinds.ts';
import { showInTransaction } from '../hiding/show-thing.ts';
import type { LogEntry } from './mark-act-undone.ts';

/**
 * Ends what an act of a moderator did, in a transaction that has locked its entry of the log: a suspension or a mute
 * that no later one replaced, or the hiding of a thing. Of other acts, such as a warning, nothing is left to end.
 * @throws AppError `act-over`, `thing-gone`, `not-hidden`.
 */
export async function endEffectOfAct(tx: Queryable, log: LogEntry, now: Date): Promise<void> {
  switch (log.act) {
    case 'suspend':
      return endSuspension(tx, log, now);
    case 'mute':
      return endMute(tx, log, now);
    case 'hide-comment':
    case 'hide-discussion':
    case 'hide-picture':
    case 'hide-message': {
      const { kind, thing } = log.details;
      if (!isHideableKind(kind) || typeof thing !== 'string') throw new AppError('thing-gone');
      await showInTransaction(tx, { kind, thing, cause: 'moderator', log });
    }
  }
}

async function endSuspension(tx: Queryable, log: LogEntry, now: Date): Promise<void> {
  const until = typeof log.details.until === 'string' ? log.details.until : null;
  const restored = await tx
    .update(users)
    .set({ banned: false, banReason: null, banExpires: null, updatedAt: now })
    .where(
      and(
        eq(users.id, log.targetId),
        isSuspended(now),
        eq(users.banReason, log.reason),
        sql`${users.banExpires} is not distinct from ${until}::timestamptz`,
      ),
    )
    .returning({ id: users.id });
  if (restored.length === 0) throw new AppError('act-over');
}

async function endMute(tx: Queryable, log: LogEntry, now: Date): Promise<void> {
  const ended = await tx
    .delete(mutes)
    .where(and(eq(mutes.logId, log.id), gt(mutes.until, now)))
    .returning({ userId: mutes.userId });
  if (ended.length === 0) throw new AppError('act-over');
}
