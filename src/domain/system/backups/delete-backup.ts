import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BackupPlace } from '#shared/schemas/administration/backups.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Deletes a backup of the server, or the copy in the bucket, for good. It needs a fresh proof: who takes over a session
 * must not remove what the site could be restored from.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`, `backup-gone`.
 */
export async function deleteBackup(
  ctx: Ctx,
  { name, place }: { name: string; place: BackupPlace },
): Promise<void> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { backups } = ctx.operations;
  const files = place === 'bucket' ? backups.copies : backups;
  if (!(await files.delete(name))) throw new AppError('backup-gone');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'delete-backup',
    subject: name,
    details: { file: name, ...(place === 'bucket' && { place }) },
    at: ctx.clock.now(),
  });
}
