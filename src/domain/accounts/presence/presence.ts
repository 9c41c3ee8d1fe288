import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';

/** Records when accounts were last seen on this node and which sockets are connected. */
export interface Presence {
  /** Marks the account as seen now, in memory. `flush` writes it to the database. */
  markSeen(userId: string): void;
  /**
   * Adds a connected socket of a session. While it is connected, each `flush` marks the account as seen.
   * Returns the function that removes the socket.
   */
  addConnection(userId: string, sessionId: string): () => void;
  /** Whether the account has a socket on this node, not counting those of `exceptSession`. */
  isConnected(userId: string, exceptSession?: string): boolean;
  /** The number of sockets that are connected to this node. */
  countConnections(): number;
  /**
   * Discards the mark of an account that logs out. After it has resolved, this node writes no earlier
   * mark of the account, so that a later write of the logout is not overwritten.
   */
  discardMark(userId: string): Promise<void>;
  /** Writes all marks in one statement. After a failure the marks are written at the next flush. */
  flush(): Promise<void>;
}

/** Creates the presence of this node. Marks are collected in memory between two flushes. */
export function createPresence(db: Pick<Database, 'execute'>, clock: { now(): Date }): Presence {
  let seen = new Map<string, Date>();
  /** The marks that are being written, without those of accounts that logged out meanwhile. */
  let inProgress = new Map<string, Date>();
  let writing: Promise<void> = Promise.resolve();
  /** By account id: the session id of each connected socket. */
  const connections = new Map<string, string[]>();
  let connectionCount = 0;

  async function write(): Promise<void> {
    for (const userId of connections.keys()) seen.set(userId, clock.now());
    if (seen.size === 0) return;
    const batch = seen;
    seen = new Map();
    inProgress = batch;
    try {
      await writeMarks(db, batch);
    } catch (error) {
      for (const [id, at] of batch) if (!seen.has(id)) seen.set(id, at);
      throw error;
    } finally {
      inProgress = new Map();
    }
  }

  function removeConnection(userId: string, sessionId: string): void {
    const sessions = connections.get(userId) ?? [];
    const left = sessions.toSpliced(sessions.indexOf(sessionId), 1);
    if (left.length > 0) connections.set(userId, left);
    else connections.delete(userId);
    connectionCount -= 1;
  }

  return {
    markSeen: (userId) => void seen.set(userId, clock.now()),
    addConnection(userId, sessionId) {
      connections.set(userId, [...(connections.get(userId) ?? []), sessionId]);
      connectionCount += 1;
      seen.set(userId, clock.now());
      let release: typeof removeConnection | null = removeConnection;
      return () => {
        release?.(userId, sessionId);
        release = null;
      };
    },
    isConnected: (userId, exceptSession) =>
      connections.get(userId)?.some((sessionId) => sessionId !== exceptSession) ?? false,
    countConnections: () => connectionCount,
    async discardMark(userId) {
      seen.delete(userId);
      // The mark is already being written. The caller's write must come after it to replace it.
      if (inProgress.delete(userId)) await writing.catch(() => undefined);
    },
    flush() {
      writing = writing.catch(() => undefined).then(write);
      return writing;
    },
  };
}

/** Writes when accounts were last seen, and the first time on a UTC day also that they were seen on it. */
async function writeMarks(db: Pick<Database, 'execute'>, marks: Map<string, Date>): Promise<void> {
  const ids = sql.param([...marks.keys()]);
  const times = sql.param([...marks.values()].map((time) => time.toISOString()));
  await db.execute(sql`
    with seen as (
      update users set last_seen_at = greatest(users.last_seen_at, mark.at)
      from (select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as marks(id, at)
            order by id) mark
      where users.id = mark.id
        -- A guest without a last-seen time was retired in the meantime.
        and (users.last_seen_at is not null or users.role <> 'guest')
      returning users.id, to_char(mark.at at time zone 'UTC', 'YYYY-MM-DD') as day
    )
    insert into active_days (day, user_id) select day, id from seen on conflict do nothing`);
}

/** Whether an account with this last-seen time counts as Online at `now`. */
export function isOnline(lastSeenAt: Date | null, now: Date): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() < presenceConstants.onlineMs;
}
