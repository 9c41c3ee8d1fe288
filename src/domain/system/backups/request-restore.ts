import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { backupConstants } from '#shared/constants/server/backups.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';
import type { BackupFile } from '../server-operations.ts';

/**
 * Lets a job prepare the restore of a backup that this installation made. The next start of the server exchanges the
 * data; until then nothing changes, and it can be cancelled.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`; `restore-not-confirmed`;
 * `restore-in-terminal` for a backup without a signature, and with a database on another server; `backup-gone`;
 * `restore-exists` if there is another one.
 */
export async function requestRestore(
  ctx: Ctx,
  { name, confirmation }: { name: string; confirmation: string },
): Promise<void> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { backups, restores } = ctx.operations;
  if (!backups.includesDatabase) throw new AppError('restore-in-terminal');
  if (confirmation.trim() !== backupConstants.confirmation) {
    throw new AppError('restore-not-confirmed');
  }
  const isNamed = (one: BackupFile) => one.name === name;
  // A copy in the bucket is brought here by the job.
  const backup =
    (await backups.list()).find(isNamed) ??
    (await backups.copies.list().catch(() => [])).find(isNamed);
  if (!backup) throw new AppError('backup-gone');
  if (!backup.isSigned) throw new AppError('restore-in-terminal');
  const [admin] = await ctx.db
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, id));
  const requestedBy = { id, username: admin?.username ?? '' };
  if (!(await restores.request({ file: name, requestedBy, at: ctx.clock.now() }))) {
    throw new AppError('restore-exists');
  }
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'request-restore',
    subject: name,
    details: { file: name },
    at: ctx.clock.now(),
  });
}
