import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { friendsConstants } from '#shared/constants/friends.ts';
import type { Ctx } from '../context.ts';

/** Two people as a friendship names them: the lower id first. */
export function pairOf(a: string, b: string): { lowId: string; highId: string } {
  return a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };
}

/** Until when a request must have been declined for its sender to be free to ask again. */
export function declinedBefore({ clock }: Pick<Ctx, 'clock'>): Date {
  return new Date(clock.now().getTime() - friendsConstants.declinedMs);
}

/** Ours among the advisory locks of the database. */
const lockSpace = 0x667269;

/**
 * Runs `work` in a transaction that is alone with both people's requests, friendships and blocks: what
 * it reads stays true until it has written. Both are held in the order of their hashes, so that two who
 * want each other at once wait instead of dying.
 */
export async function withBothLocked<Answer>(
  { db }: Pick<Ctx, 'db'>,
  [one, other]: [string, string],
  work: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_advisory_xact_lock(${lockSpace}::integer, place)
      from (select distinct hashtext(id) as place
            from unnest(${sql.param([one, other])}::text[]) as people (id)
            order by place) as places`);
    return work(tx);
  });
}
