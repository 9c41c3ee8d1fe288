import { and, eq } from 'drizzle-orm';
import { appUsers, users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { isSuspended, suspensionRefusal } from '../suspension.ts';
import type { AppCaller, AppSession } from './app-caller.ts';
import { readAppCaller } from './read-app-caller.ts';

/**
 * Who calls by a session whose token was verified.
 * @throws Refusal `app-session-ended`; of a suspended account it says why and until when.
 */
export async function requireAppCaller(
  parts: Pick<Ctx, 'db' | 'clock'>,
  session: AppSession,
): Promise<AppCaller> {
  const caller = await readAppCaller(parts, session);
  if (caller) return caller;
  const { db, clock } = parts;
  const [suspended] = await db
    .select({ reason: users.banReason, until: users.banExpires })
    .from(appUsers)
    .innerJoin(users, eq(users.id, appUsers.accountId))
    .where(and(eq(appUsers.id, session.appUserId), isSuspended(clock.now())));
  if (!suspended) throw new Refusal('app-session-ended');
  const { message } = suspensionRefusal(suspended.reason, suspended.until);
  throw new Refusal('app-session-ended', { text: message });
}
