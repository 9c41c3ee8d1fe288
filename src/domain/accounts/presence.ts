import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { presence as limits } from '#shared/limits.ts';

export interface Presence {
  /** Notes that the account did something now. Costs nothing: the database learns of it at `flush`. */
  mark(userId: string): void;
  /**
   * Drops the note of an account that logs out. Once it has answered, no earlier note of this node is
   * written any more: what the logout writes then stays.
   */
  forget(userId: string): Promise<void>;
  /** Writes all notes in one statement. After a failure they wait for the next time. */
  flush(): Promise<void>;
}

/** Collects who was seen on this node, between two flushes. */
export function createPresence(db: Pick<Database, 'execute'>, clock: { now(): Date }): Presence {
  let seen = new Map<string, Date>();
  /** What is being written, without those that logged out meanwhile. */
  let underWay = new Map<string, Date>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (seen.size === 0) return;
    const batch = seen;
    seen = new Map();
    underWay = batch;
    try {
      await writeMarks(db, batch);
    } catch (error) {
      for (const [id, at] of batch) if (!seen.has(id)) seen.set(id, at);
      throw error;
    } finally {
      underWay = new Map();
    }
  }

  return {
    mark: (userId) => void seen.set(userId, clock.now()),
    async forget(userId) {
      seen.delete(userId);
      // Its time is on the way to the database already; only what comes after it can take it back.
      if (underWay.delete(userId)) await writing.catch(() => undefined);
    },
    flush() {
      writing = writing.catch(() => undefined).then(write);
      return writing;
    },
  };
}

async function writeMarks(db: Pick<Database, 'execute'>, marks: Map<string, Date>): Promise<void> {
  const ids = sql.param([...marks.keys()]);
  const times = sql.param([...marks.values()].map((time) => time.toISOString()));
  await db.execute(sql`
    update users set last_seen_at = greatest(users.last_seen_at, mark.at)
    from (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as marks(id, at)
          order by id) mark
    where users.id = mark.id`);
}

/** Whether an account that was last seen then counts as Online. */
export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < limits.onlineMs;
}
