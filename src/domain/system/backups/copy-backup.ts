import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Lets a job copy the newest backup to the bucket soon.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`; `no-bucket`; `backup-running` while one is copied or
 * waits.
 */
export async function copyBackup(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { copies } = ctx.operations.backups;
  if (copies.bucket === null) throw new AppError('no-bucket');
  if (!(await copies.start())) throw new AppError('backup-running');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'make-backup',
    subject: 'copy',
    details: { place: 'bucket' },
    at: ctx.clock.now(),
  });
}
