import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';

export interface Presence {
  /** Notes that the account did something now. Costs nothing: the database learns of it at `flush`. */
  mark(userId: string): void;
  /**
   * Counts the account as here until the answer is called: a socket of that session is connected. Each
   * write of this node tells so.
   */
  hold(userId: string, sessionId: string): () => void;
  /** Whether a socket of the account is connected to this node, those of `exceptSession` aside. */
  isHeld(userId: string, exceptSession?: string): boolean;
  /** Connected sockets of this node. */
  holds(): number;
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
  /** Of each account the session of each of its sockets. */
  const held = new Map<string, string[]>();
  let holds = 0;

  async function write(): Promise<void> {
    for (const userId of held.keys()) seen.set(userId, clock.now());
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

  function letGo(userId: string, sessionId: string): void {
    const sessions = held.get(userId) ?? [];
    const left = sessions.toSpliced(sessions.indexOf(sessionId), 1);
    if (left.length > 0) held.set(userId, left);
    else held.delete(userId);
    holds -= 1;
  }

  return {
    mark: (userId) => void seen.set(userId, clock.now()),
    hold(userId, sessionId) {
      held.set(userId, [...(held.get(userId) ?? []), sessionId]);
      holds += 1;
      seen.set(userId, clock.now());
      let release: typeof letGo | null = letGo;
      return () => {
        release?.(userId, sessionId);
        release = null;
      };
    },
    isHeld: (userId, exceptSession) =>
      held.get(userId)?.some((sessionId) => sessionId !== exceptSession) ?? false,
    holds: () => holds,
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
    where users.id = mark.id
      -- A guest that was never seen was retired meanwhile, and stays so.
      and (users.last_seen_at is not null or users.role <> 'guest')`);
}

/** Whether an account that was last seen then counts as Online. */
export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < presenceConstants.onlineMs;
}
