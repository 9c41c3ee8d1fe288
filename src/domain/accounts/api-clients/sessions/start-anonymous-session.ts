import { randomUUID } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { createApiUserId, type StartedSession } from '../credentials/verified-account.ts';

/**
 * Starts a session without an account. It exists in its tokens only, not in the database.
 * @throws AppError `rate-limited` per IP address.
 */
export async function startAnonymousSession({
  rateLimiter,
  request,
}: Pick<Ctx, 'rateLimiter' | 'request'>): Promise<StartedSession> {
  await rateLimiter.take('anonymous-by-address', request.address);
  return { apiUserId: createApiUserId(), sessionId: randomUUID(), anonymous: true };
}
