import { and, eq } from 'drizzle-orm';
import { appUsers, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended, suspensionRefusal } from '../suspension.ts';
import type { ApiCaller, ApiSession } from './api-caller.ts';
import { readApiCaller } from './read-api-caller.ts';

/**
 * Who calls by a session whose token was verified.
 * @throws Refusal `app-session-ended`; of a suspended account it says why and until when.
 */
export async function requireApiCaller(
  parts: Pick<Ctx, 'db' | 'clock'>,
  session: ApiSession,
): Promise<ApiCaller> {
  const caller = await readApiCaller(parts, session);
  if (caller) return caller;
  const { db, clock } = parts;
  const [suspended] = await db
    .select({ reason: users.banReason, until: users.banExpires })
    .from(appUsers)
    .innerJoin(users, eq(users.id, appUsers.accountId))
    .where(and(eq(appUsers.id, session.appUserId), isSuspended(clock.now())));
  if (!suspended) throw new AppError('app-session-ended');
  const { message } = suspensionRefusal(suspended.reason, suspended.until);
  throw new AppError('app-session-ended', { text: message });
}
