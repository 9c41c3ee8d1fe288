import type { Readable } from 'node:stream';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BackupPlace } from '#shared/schemas/administration/backups.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { appendToAdminLog } from '../../site/append-to-admin-log.ts';

/**
 * Opens a backup, or its copy in the bucket, to download it. It contains everything that players wrote, so it needs a
 * fresh proof and is logged.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`, `not-found`.
 */
export async function openBackup(
  ctx: Ctx,
  { name, place }: { name: string; place: BackupPlace },
): Promise<{ stream: Readable; bytes: number | null }> {
  const { id } = requireAdmin(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { backups } = ctx.operations;
  const file = await (place === 'bucket' ? backups.copies : backups).open(name);
  if (!file) throw new AppError('not-found');
  try {
    await appendToAdminLog(ctx.db, {
      accountId: id,
      act: 'download-backup',
      subject: name,
      details: { file: name, ...(place === 'bucket' && { place }) },
      at: ctx.clock.now(),
    });
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
  return file;
}
