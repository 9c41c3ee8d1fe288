import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { presence as limits } from '#shared/limits.ts';

export interface Presence {
  /** Notes that the account did something now. Costs nothing: the database learns of it at `flush`. */
  mark(userId: string): void;
  /** Drops the note of an account that logs out. */
  forget(userId: string): void;
  /** Writes all notes in one statement. */
  flush(): Promise<void>;
}

/** Collects who was seen on this node, between two flushes. */
export function createPresence(db: Database, clock: { now(): Date }): Presence {
  let seen = new Map<string, Date>();
  return {
    mark: (userId) => void seen.set(userId, clock.now()),
    forget: (userId) => void seen.delete(userId),
    async flush() {
      if (seen.size === 0) return;
      const batch = seen;
      seen = new Map();
      const ids = sql.param([...batch.keys()]);
      const times = sql.param([...batch.values()].map((time) => time.toISOString()));
      await db.execute(sql`
        update users set last_seen_at = greatest(users.last_seen_at, mark.at)
        from (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as marks(id, at)
              order by id) mark
        where users.id = mark.id`);
    },
  };
}

/** Whether an account that was last seen then counts as Online. */
export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < limits.onlineMs;
}
