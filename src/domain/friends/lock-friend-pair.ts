import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import type { Ctx } from '../context.ts';

/** The ids of two accounts as a friendship stores them: the lower id first. */
export function toFriendPair(a: string, b: string): { lowId: string; highId: string } {
  return a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };
}

/** A request that was declined before this time no longer blocks a new request of its sender. */
export function getDeclineCutoff({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() - friendsConstants.declinedMs);
}

/** The first key of the advisory locks on friends. It separates them from other advisory locks. */
const lockSpace = 0x667269;

/**
 * Runs `work` in a transaction that has an exclusive lock on the requests, friendships and blocks of
 * both players: what it reads stays true until it commits. The locks are taken in the order of their
 * hashes, so that two transactions on the same players wait instead of deadlocking.
 */
export async function withFriendPairLocked<Result>(
  { db }: Pick<Ctx, 'db'>,
  [one, other]: [string, string],
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_advisory_xact_lock(${lockSpace}::integer, place)
      from (select distinct hashtext(id) as place
            from unnest(${sql.param([one, other])}::text[]) as people (id)
            order by place) as places`);
    return work(tx);
  });
}
