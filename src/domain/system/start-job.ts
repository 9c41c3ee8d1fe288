import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/**
 * Lets a background job run soon, besides its schedule: after a failure, or to have its result now.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`, `not-found`, `job-waiting` (it runs, or
 * was started less than a minute ago).
 */
export async function startJob(ctx: Ctx, { name }: { name: string }): Promise<void> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const { jobs } = ctx.operations;
  const job = (await jobs.list()).find((one) => one.name === name);
  if (!job) throw new AppError('not-found');
  // A second run at the same time, on another node, would do the same work.
  const isRunning = job.lastRun?.state === 'active';
  if (isRunning || !(await jobs.start(name))) throw new AppError('job-waiting');
  await appendToAdminLog(ctx.db, {
    accountId: id,
    act: 'start-job',
    subject: name,
    details: { job: name },
    at: ctx.clock.now(),
  });
}
