import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { createAppId, type StartedSession } from './app-login.ts';

/**
 * Starts a session without an account, which lives in its tokens alone.
 * @throws Refusal `rate-limited` per address.
 */
export async function startAnonymous({
  limits,
  request,
}: Pick<Ctx, 'limits' | 'request'>): Promise<StartedSession> {
  await limits.take('anonymous-by-address', request.address);
  return { appUserId: createAppId(), sessionId: randomUUID(), anonymous: true };
}
