import { lt } from 'drizzle-orm';
import { sessions, verifications } from '#db/schema.ts';
import type { Ctx } from '../context.ts';

/** Deletes sessions and mailed links that have expired: nothing reads them any more. */
export async function dropExpired({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
  await db.delete(verifications).where(lt(verifications.expiresAt, now));
}
