import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groups } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Carrying, groupCarries } from './what-groups-carry.ts';

export type LockedGroup = typeof groups.$inferSelect & Carrying;

/**
 * Locks a group: `share` while somebody enters or leaves it, `update` while it is changed. So nobody enters by himself
 * while something is hung on it. Accounts are locked before it.
 * @throws AppError `group-gone`.
 */
export async function lockGroup(
  tx: Queryable,
  id: string,
  strength: 'share' | 'update',
): Promise<LockedGroup> {
  const [group] = await tx.select().from(groups).where(eq(groups.id, id)).for(strength);
  if (!group) throw new AppError('group-gone');
  // A second statement: the first does not see what was hung on the group while it waited.
  return { ...group, ...(await groupCarries(tx, id)) };
}
