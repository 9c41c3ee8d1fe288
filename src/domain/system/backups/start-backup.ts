import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Lets a job make a backup soon.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`; `no-space-for-backup`; `backup-running` while
 * one is made or waits.
 */
export async function startBackup(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { backups } = ctx.operations;
  const { free, needed } = await backups.readSpace();
  if (free < needed) throw new AppError('no-space-for-backup');
  if (!(await backups.start())) throw new AppError('backup-running');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'make-backup',
    subject: 'backup',
    details: {},
    at: ctx.clock.now(),
  });
}
