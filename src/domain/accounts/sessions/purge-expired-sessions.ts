import { and, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { apiSessions, emailChanges, loginIds, sessions, verifications } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { lockApiSessions } from '../api-clients/sessions/lock-api-sessions.ts';

/** How many sessions one statement deletes. The columns of the conditions have indexes. */
const batchSize = 2_000;

/**
 * Deletes expired sessions of all kinds and expired email links. Deletes also the rows of anonymous
 * sessions that no player is bound to, because such a session needs no row. Sessions that are locked at
 * this moment are deleted at the next run. Returns how many sessions were deleted.
 */
export async function purgeExpiredSessions({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  let deleted = await deleteSessions(db, sessions, lt(sessions.expiresAt, now));
  await deleteLoginIds(db, lt(loginIds.expiresAt, now));
  deleted += await deleteSessions(db, apiSessions, lt(apiSessions.expiresAt, now));
  const unbound = and(
    isNull(apiSessions.accountId),
    isNull(apiSessions.loginId),
    isNull(apiSessions.revokedAt),
  );
  deleted += await deleteSessions(db, apiSessions, unbound);
  await deleteInBatches(db, verifications, lt(verifications.expiresAt, now));
  await deleteInBatches(db, emailChanges, lt(emailChanges.expiresAt, now));
  return deleted;
}

/**
 * Deletes sessions that are not locked. A transaction that ends all sessions of an account locks some of
 * them and waits for others, so waiting for it here could deadlock.
 */
async function deleteSessions(
  db: Ctx['db'],
  table: typeof sessions | typeof apiSessions,
  condition: SQL | undefined,
): Promise<number> {
  const unlocked = db
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .limit(batchSize)
    .for('update', { skipLocked: true });
  for (let deleted = 0; ; ) {
    const { rowCount } = await db.delete(table).where(inArray(table.id, unlocked));
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return deleted;
  }
}

async function deleteLoginIds(db: Ctx['db'], expired: SQL): Promise<void> {
  for (;;) {
    const batch = await db
      .select({ id: loginIds.id })
      .from(loginIds)
      .where(expired)
      .limit(batchSize);
    const ids = batch.map(({ id }) => id);
    await db.transaction(async (tx) => {
      const chosen = inArray(loginIds.id, ids);
      await lockApiSessions(tx, { loginIds: chosen });
      await tx.delete(loginIds).where(chosen);
    });
    if (batch.length < batchSize) return;
  }
}
