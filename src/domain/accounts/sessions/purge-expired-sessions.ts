import { and, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { apiSessions, loginIds, sessions, verifications } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { lockApiSessions } from '../api-clients/sessions/lock-api-sessions.ts';

/**
 * Deletes expired sessions of all kinds and expired email links. Deletes also the rows of anonymous
 * sessions that no player is bound to, because such a session needs no row. Sessions that are locked at
 * this moment are deleted at the next run.
 */
export async function purgeExpiredSessions({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteSessions(db, sessions, lt(sessions.expiresAt, now));
  await deleteLoginIds(db, lt(loginIds.expiresAt, now));
  await deleteSessions(db, apiSessions, lt(apiSessions.expiresAt, now));
  const unbound = and(
    isNull(apiSessions.accountId),
    isNull(apiSessions.loginId),
    isNull(apiSessions.revokedAt),
  );
  await deleteSessions(db, apiSessions, unbound);
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
}

/**
 * Deletes sessions that are not locked. A transaction that ends all sessions of an account locks some of
 * them and waits for others, so waiting for it here could deadlock.
 */
async function deleteSessions(
  db: Ctx['db'],
  table: typeof sessions | typeof apiSessions,
  condition: SQL | undefined,
): Promise<void> {
  const unlocked = db
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .for('update', { skipLocked: true });
  await db.delete(table).where(inArray(table.id, unlocked));
}

async function deleteLoginIds(db: Ctx['db'], expired: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await lockApiSessions(tx, { loginIds: expired });
    await tx.delete(loginIds).where(expired);
  });
}
