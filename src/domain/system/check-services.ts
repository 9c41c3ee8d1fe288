import type { Ctx } from '#domain/context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import type { ServiceName } from './server-operations.ts';

/** How long a service may take to answer, in milliseconds. */
const answerMs = 8_000;

export interface CheckedService {
  name: ServiceName;
  /** What was wrong; null if the service works. */
  error: string | null;
}

/**
 * Asks each outside service that can be asked whether it works, all at once.
 * @throws AppError `login-required`, `admins-only`, `rate-limited`.
 */
export async function checkServices(ctx: Ctx): Promise<CheckedService[]> {
  const { id } = requireAdmin(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const checks = [...ctx.operations.services].flatMap(([name, check]) =>
    check === null ? [] : [runCheck(ctx, name, check)],
  );
  return Promise.all(checks);
}

async function runCheck(
  { log }: Pick<Ctx, 'log'>,
  name: ServiceName,
  check: () => Promise<void>,
): Promise<CheckedService> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It did not answer in time.')), answerMs);
  try {
    await Promise.race([check(), late.promise]);
    return { name, error: null };
  } catch (error) {
    log.warn({ err: error, service: name }, 'an outside service does not work');
    return { name, error: describeFailure(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** The message of an error in one line, without what follows it, such as a stack. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0]?.slice(0, 200).trim() || 'Unknown error.';
}
