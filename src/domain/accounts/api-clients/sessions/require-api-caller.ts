import { and, eq } from 'drizzle-orm';
import { apiUsers, users } from '#database/schema.ts';
import { findSuspensionError, isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller, ApiSession } from './api-caller.ts';
import { readApiCaller } from './read-api-caller.ts';

/**
 * Returns the caller of a session whose token was verified.
 * @throws AppError `app-session-ended`; for a suspended account with the reason and the end.
 */
export async function requireApiCaller(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  session: ApiSession,
): Promise<ApiCaller> {
  const caller = await readApiCaller(ctx, session);
  if (caller) return caller;
  const { db, clock } = ctx;
  const [suspended] = await db
    .select({ id: users.id })
    .from(apiUsers)
    .innerJoin(users, eq(users.id, apiUsers.accountId))
    .where(and(eq(apiUsers.id, session.apiUserId), isSuspended(clock.now())));
  if (!suspended) throw new AppError('app-session-ended');
  const { message } = await findSuspensionError(db, suspended.id);
  throw new AppError('app-session-ended', { text: message });
}
