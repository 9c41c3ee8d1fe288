import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Ends a restore that is ready or has failed, before the next start exchanges the data.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`; `no-restore` without one, and while
 * it is still being prepared.
 */
export async function cancelRestore(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { restores } = ctx.operations;
  const restore = await restores.find();
  if (!restore || !(await restores.cancel())) throw new AppError('no-restore');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'cancel-restore',
    subject: restore.file,
    details: { file: restore.file },
    at: ctx.clock.now(),
  });
}
