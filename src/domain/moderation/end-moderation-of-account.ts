import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  accountNotes,
  appeals,
  moderationLog,
  mutes,
  reportCases,
  reports,
} from '#database/schema.ts';

/** Deletes the notes of moderators about a deleted account or retired guest. */
export async function deleteNotesOfAccount(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(accountNotes).where(eq(accountNotes.userId, userId));
}

/** Removes the username of a deleted account from the log. It has no index on names, but it is short. */
export async function removeNameFromModerationLog(
  tx: Queryable,
  displayUsername: string,
): Promise<void> {
  for (const key of ['author', 'uploader', 'profile'] as const) {
    await tx
      .update(moderationLog)
      .set({ details: sql`${moderationLog.details} || jsonb_build_object(${key}::text, null)` })
      .where(sql`${moderationLog.details} ->> ${key}::text = ${displayUsername}`);
  }
}

/** Erases the mute of a deleted account, what it wrote to moderators, and copies of its profile and captions. */
export async function eraseModerationOfAccount(db: Queryable, userId: string): Promise<void> {
  await db.delete(mutes).where(eq(mutes.userId, userId));
  await db.delete(appeals).where(and(eq(appeals.userId, userId), isNull(appeals.decidedAt)));
  await db.update(appeals).set({ text: '' }).where(eq(appeals.userId, userId));
  await db.update(reports).set({ text: '' }).where(eq(reports.reporterId, userId));
  await removeCopies(
    db,
    and(eq(reportCases.authorId, userId), inArray(reportCases.kind, ['profile', 'picture'])),
  );
}

/** Removes all copies of what a deleted account wrote, from the cases about it and from the log. */
export async function removeCopiesOfTextsOfAccount(db: Queryable, userId: string): Promise<void> {
  await removeCopies(db, eq(reportCases.authorId, userId));
  await db
    .update(moderationLog)
    .set({ details: sql`${moderationLog.details} - array['text', 'title', 'caption']` })
    .where(eq(moderationLog.targetId, userId));
}

async function removeCopies(db: Queryable, condition: SQL | undefined): Promise<void> {
  const cases = db.select({ id: reportCases.id }).from(reportCases).where(condition);
  await db.update(reports).set({ copy: null }).where(inArray(reports.caseId, cases));
  await db
    .update(reportCases)
    .set({ copy: '', foundByFilter: sql`left(${reportCases.foundByFilter}, 0)` })
    .where(condition);
}
