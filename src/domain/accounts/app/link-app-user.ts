import { eq, or, sql } from 'drizzle-orm';
import { appSessions, appUsers } from '#db/schema.ts';
import { appSession as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { letIn } from '../start-session.ts';
import type { AppCaller } from './app-caller.ts';
import type { Proven } from './app-login.ts';
import { holdProof } from './hold-proof.ts';

/**
 * Lets the caller's app user stand for the account that it has proved to be, for good. Its session goes
 * on as one of that account; whoever `loginUser` bound to it is bound no more. Nothing happens when it
 * stands for that account already.
 * @throws Refusal `app-user-linked` when either has another, `app-session-ended`, `account-suspended`,
 * `wrong-credentials` when the proof was taken back in the meantime.
 */
export async function linkAppUser(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  caller: AppCaller,
  proven: Proven,
): Promise<void> {
  const { accountId, apiKeyId } = proven;
  if (caller.accountId === accountId) return;
  if (caller.accountId !== null) throw new Refusal('app-user-linked');
  const now = clock.now();
  const { appUserId, sessionId } = caller;
  await db.transaction(async (tx) => {
    await letIn(tx, accountId, now);
    await holdProof(tx, proven);
    await tx
      .insert(appUsers)
      .values({ id: appUserId, accountId, anonymous: true, createdAt: now })
      .onConflictDoNothing();
    const rows = await tx
      .select({ id: appUsers.id, accountId: appUsers.accountId })
      .from(appUsers)
      .where(or(eq(appUsers.id, appUserId), eq(appUsers.accountId, accountId)));
    const linked =
      rows.length === 1 && rows[0]?.id === appUserId && rows[0].accountId === accountId;
    if (!linked) throw new Refusal('app-user-linked');
    const expiresAt = new Date(now.getTime() + limits.refreshMs);
    const begun = { appUserId, accountId, apiKeyId, expiresAt };
    const held = await tx
      .insert(appSessions)
      .values({ id: sessionId, createdAt: now, ...begun })
      .onConflictDoUpdate({
        target: appSessions.id,
        set: { ...begun, loginId: null },
        setWhere: sql`${appSessions.revokedAt} is null`,
      })
      .returning({ id: appSessions.id });
    if (held.length === 0) throw new Refusal('app-session-ended');
  });
}
