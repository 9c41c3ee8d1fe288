import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { appSessions, appUsers } from '#db/schema.ts';
import { appSession as limits } from '#shared/limits.ts';
import type { Ctx } from '../../context.ts';
import { letIn } from '../start-session.ts';
import { createAppId, type Proven, type StartedSession } from './app-login.ts';
import { holdProof } from './hold-proof.ts';
import { lockAppSessions } from './lock-app-sessions.ts';

/**
 * Starts a session of an account that has proved who it is, with a new app user the first time. Of more
 * than `perAccount` the oldest end.
 * @throws Refusal `account-suspended`, `wrong-credentials` when the password was set anew, or the key disabled,
 * in the meantime.
 */
export async function startAppSession(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  proven: Proven,
): Promise<StartedSession> {
  const { accountId, apiKeyId } = proven;
  const now = clock.now();
  const sessionId = randomUUID();
  return db.transaction(async (tx) => {
    await letIn(tx, accountId, now);
    await holdProof(tx, proven);
    const appUserId = await appUserOf(tx, accountId, now);
    const expiresAt = new Date(now.getTime() + limits.refreshMs);
    await tx
      .insert(appSessions)
      .values({ id: sessionId, appUserId, accountId, apiKeyId, createdAt: now, expiresAt });
    await endOldest(tx, accountId);
    return { appUserId, sessionId, anonymous: false };
  });
}

/** The account's app user. Whoever lets the account in holds its row: nobody else makes one now. */
async function appUserOf(tx: Queryable, accountId: string, now: Date): Promise<string> {
  const [there] = await tx
    .select({ id: appUsers.id })
    .from(appUsers)
    .where(eq(appUsers.accountId, accountId));
  if (there) return there.id;
  const id = createAppId();
  await tx.insert(appUsers).values({ id, accountId, createdAt: now });
  return id;
}

async function endOldest(tx: Queryable, accountId: string): Promise<void> {
  const oldest = tx
    .select({ id: appSessions.id })
    .from(appSessions)
    .where(eq(appSessions.accountId, accountId))
    .orderBy(desc(appSessions.createdAt), desc(appSessions.id))
    .offset(limits.perAccount);
  const which = sql`${appSessions.id} in ${oldest}`;
  await lockAppSessions(tx, { sessions: which });
  await tx.delete(appSessions).where(which);
}
