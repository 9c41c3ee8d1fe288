import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import {
  apiKeys,
  apiSessions,
  codes,
  emailChanges,
  emailRequests,
  invitations,
  loginIds,
  requestedEmails,
  sessions,
  setUpLinks,
  users,
  verifications,
} from '#database/schema.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

const { job, jobByHand, jobRestore, jobCopy } = backupConstants;

/**
 * Ends what the database of a backup lets somebody do without a password: sessions, loginIds, API keys, links of
 * mails, invitations and codes. They may have been used, withdrawn or stolen since the backup was made. Call it on the
 * restored database before the server uses it.
 */
export async function endAccessAfterRestore(
  db: Database,
  { file, adminId, now }: { file: string; adminId: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(sessions);
    // A session without an account keeps its row: without it, one that was logged out would be valid again.
    await tx.delete(apiSessions).where(isNotNull(apiSessions.accountId));
    await tx.delete(apiKeys);
    await tx.delete(loginIds);
    for (const links of [verifications, emailChanges, requestedEmails, emailRequests, setUpLinks]) {
      await tx.delete(links);
    }
    await tx
      .update(invitations)
      .set({ withdrawnAt: now })
      .where(
        and(
          isNull(invitations.withdrawnAt),
          gt(invitations.expiresAt, now),
          lt(invitations.uses, invitations.usesMax),
        ),
      );
    await tx
      .update(codes)
      .set({ withdrawnAt: now })
      .where(and(isNull(codes.withdrawnAt), lt(codes.uses, codes.usesMax)));
    // The job that made the backup was running in it.
    await tx.execute(sql`do $$ begin
      if to_regclass('pgboss.job') is not null then
        delete from pgboss.job where state < 'completed'
          and name in (${sql.raw([job, jobByHand, jobRestore, jobCopy].map((name) => `'${name}'`).join(', '))});
      end if;
    end $$`);
    const [admin] = await tx.select({ id: users.id }).from(users).where(eq(users.id, adminId));
    // The account may be younger than the backup.
    if (!admin) return;
    await appendToAdminLog(tx, {
      accountId: admin.id,
      act: 'restore-backup',
      subject: file,
      details: { file },
      at: now,
    });
  });
}
