import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/**
 * Lets one failed run of a background job be tried once more. If it succeeds, it does not count as failed any more.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`, `not-found` (it has not failed, was tried again
 * meanwhile, or is not stored any more), `job-waiting` (the job runs).
 */
export async function retryJob(
  ctx: Ctx,
  { name, id: runId }: { name: string; id: string },
): Promise<void> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { jobs } = ctx.operations;
  const job = (await jobs.list()).find((one) => one.name === name);
  if (!job) throw new AppError('not-found');
  // A second run at the same time, on another node, would do the same work.
  if (job.lastRun?.state === 'active') throw new AppError('job-waiting');
  if (!(await jobs.retry({ name, id: runId }))) throw new AppError('not-found');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'retry-job',
    subject: name,
    details: { job: name },
    at: ctx.clock.now(),
  });
}
