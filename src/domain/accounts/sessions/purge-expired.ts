import { and, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { appSessions, loginIds, sessions, verifications } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { lockApiSessions } from '../api-clients/lock-api-sessions.ts';

type Parts = Pick<Ctx, 'db' | 'clock'>;

/**
 * Deletes sessions of all kinds and mailed links that have expired: nothing reads them any more. An
 * anonymous session needs no row any more when nobody is bound to it. Sessions that others have locked
 * at this moment are deleted the next time.
 */
export async function purgeExpired({ db, clock }: Parts): Promise<void> {
  const now = clock.now();
  await dropSessions(db, sessions, lt(sessions.expiresAt, now));
  await dropLoginIds(db, lt(loginIds.expiresAt, now));
  await dropSessions(db, appSessions, lt(appSessions.expiresAt, now));
  const unbound = and(
    isNull(appSessions.accountId),
    isNull(appSessions.loginId),
    isNull(appSessions.revokedAt),
  );
  await dropSessions(db, appSessions, unbound);
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
}

/** Skips locked rows: a transaction that ends all sessions of an account locks some and waits for others. */
async function dropSessions(
  db: Ctx['db'],
  table: typeof sessions | typeof appSessions,
  which: SQL | undefined,
): Promise<void> {
  const free = db
    .select({ id: table.id })
    .from(table)
    .where(which)
    .for('update', { skipLocked: true });
  await db.delete(table).where(inArray(table.id, free));
}

async function dropLoginIds(db: Ctx['db'], expired: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    await lockApiSessions(tx, { loginIds: expired });
    await tx.delete(loginIds).where(expired);
  });
}
