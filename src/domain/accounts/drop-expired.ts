import { and, isNull, lt } from 'drizzle-orm';
import { appSessions, loginIds, sessions, verifications } from '#db/schema.ts';
import type { Ctx } from '../context.ts';

/**
 * Deletes sessions of all kinds and mailed links that have expired: nothing reads them any more. An
 * anonymous session needs no row any more when nobody is bound to it.
 */
export async function dropExpired({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(loginIds).where(lt(loginIds.expiresAt, now));
  await db.delete(appSessions).where(lt(appSessions.expiresAt, now));
  await db
    .delete(appSessions)
    .where(
      and(
        isNull(appSessions.accountId),
        isNull(appSessions.loginId),
        isNull(appSessions.revokedAt),
      ),
    );
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
}
