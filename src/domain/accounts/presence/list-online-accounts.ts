import { and, gt, inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';

/** Returns the ids of those accounts that are Online, on any node. */
export async function listOnlineAccounts(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const since = new Date(now.getTime() - presenceConstants.onlineMs);
  const online = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), gt(users.lastSeenAt, since)));
  return new Set(online.map(({ id }) => id));
}
