import { sql } from 'drizzle-orm';
import pg from 'pg';
import { integer } from '../column-types.ts';
import { declareStatement } from '../prepared-query.ts';
import type { DatabaseHost } from './database-url.ts';
import { type HostState, probeHost } from './probe-host.ts';

/** Times in milliseconds. `docs/operations.md` states them. */
export interface HostTimes {
  /** How long one server may take to answer when it is connected or asked. */
  answer: number;
  /** When one writable server has answered, how long the others may still take to show a newer timeline. */
  others: number;
  /** A statement without an answer for this long makes its server suspect. */
  suspect: number;
  /** How long a commit waits for a standby before its connection is closed. */
  standby: number;
  /** How often connections are checked for statements without an answer. */
  check: number;
}

export const defaultHostTimes: HostTimes = {
  answer: 2_000,
  others: 500,
  suspect: 3_000,
  standby: 10_000,
  check: 1_000,
};

/** An open connection to one of the hosts. */
export interface HostConnection {
  readonly processId: number | null;
  /** When it began to wait for an answer (`performance.now()`); null while it waits for none. */
  readonly waitingSince: number | null;
  /** Closes it at once. Its running statement fails with `error`. */
  drop(error: Error): void;
}

/** A connection was closed, or none could be opened: the database is unavailable for now. */
export class DatabaseConnectionError extends Error {
  /** Postgres' code for a failed connection. */
  readonly code = '08006';
}

type Found = { host: DatabaseHost; timeline: number };

/**
 * Knows which of several database servers accepts writes, and closes the connections to the others. All pools
 * and connections that share it move to a new primary together.
 */
export class DatabaseHosts {
  readonly #hosts: readonly DatabaseHost[];
  readonly #times: HostTimes;
  readonly #connections = new Map<HostConnection, DatabaseHost>();
  #current: DatabaseHost | null;
  /** A server with an older timeline than this is a primary that was replaced. */
  #newestTimeline = 0;
  #searching: Promise<DatabaseHost> | null = null;
  #doubt: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #checkedWaitingAt = Number.NEGATIVE_INFINITY;

  constructor(hosts: readonly [DatabaseHost, ...DatabaseHost[]], times = defaultHostTimes) {
    this.#hosts = hosts;
    this.#times = times;
    // One host needs no search.
    this.#current = hosts.length === 1 ? hosts[0] : null;
  }

  get count(): number {
    return this.#hosts.length;
  }

  get answerMs(): number {
    return this.#times.answer;
  }

  /**
   * The server that accepts writes: the last known one, or the result of a search.
   * @throws DatabaseConnectionError if none does.
   */
  async find(): Promise<DatabaseHost> {
    // A search that runs has a reason to doubt the last known one.
    return this.#searching ?? this.#current ?? this.#search();
  }

  /** Asks all servers again, and closes the connections to those that do not accept writes. Never throws. */
  async check(): Promise<void> {
    await this.#search().catch(() => undefined);
  }

  /** The same, after a clear sign that the primary changed. No open connection is used until it is done. */
  doubt(): void {
    this.#doubt ??= this.check().finally(() => {
      this.#doubt = null;
    });
  }

  /** Resolves when the open connections can be used; undefined if they can now. */
  get doubtSettled(): Promise<void> | undefined {
    return this.#doubt ?? undefined;
  }

  add(connection: HostConnection, host: DatabaseHost): void {
    this.#connections.set(connection, host);
    this.#timer ??= setInterval(() => this.#checkWaiting(), this.#times.check).unref();
  }

  remove(connection: HostConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #search(): Promise<DatabaseHost> {
    this.#searching ??= this.#ask().finally(() => {
      this.#searching = null;
    });
    return this.#searching;
  }

  async #ask(): Promise<DatabaseHost> {
    const states = await this.#askAll();
    const found = this.#choose(states);
    this.#current = found?.host ?? (this.#hosts.length === 1 ? (this.#hosts[0] ?? null) : null);
    if (found) this.#newestTimeline = found.timeline;
    for (const [connection, host] of this.#connections) {
      if (host === found?.host || (!found && states.get(host)?.kind === 'rejected')) continue;
      const reason = describe(states.get(host), this.#newestTimeline);
      connection.drop(new DatabaseConnectionError(`The database ${host.name} ${reason}`));
    }
    if (found) return found.host;
    const reasons = this.#hosts.map(
      (host) => `${host.name} ${describe(states.get(host), this.#newestTimeline)}`,
    );
    const rejected = [...states.values()].find(({ kind }) => kind === 'rejected');
    // If all servers answer with a wrong password, trying again is of no use.
    if (
      rejected?.kind === 'rejected' &&
      [...states.values()].every(({ kind }) => kind === 'rejected')
    )
      throw rejected.error;
    throw new DatabaseConnectionError(`No database server accepts writes: ${reasons.join('; ')}`);
  }

  /** Asks all servers at the same time. A server that hangs does not delay the others for long. */
  async #askAll(): Promise<Map<DatabaseHost, HostState>> {
    const states = new Map<DatabaseHost, HostState>();
    const { promise: soon, resolve } = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const asked = this.#hosts.map(async (host) => {
      const state = await probeHost(host, this.#times.answer);
      states.set(host, state);
      if (state.kind === 'writable' && state.timeline >= this.#newestTimeline) {
        timer ??= setTimeout(resolve, this.#times.others);
      }
    });
    await Promise.race([Promise.all(asked), soon]);
    clearTimeout(timer);
    return states;
  }

  #choose(states: Map<DatabaseHost, HostState>): Found | null {
    let best: Found | null = null;
    for (const [host, state] of states) {
      if (state.kind !== 'writable' || state.timeline < this.#newestTimeline) continue;
      const isBetter =
        !best ||
        state.timeline > best.timeline ||
        (state.timeline === best.timeline && host === this.#current);
      if (isBetter) best = { host, timeline: state.timeline };
    }
    return best;
  }

  #checkWaiting(): void {
    const now = performance.now();
    if (now - this.#checkedWaitingAt < this.#times.suspect) return;
    if (this.#findWaiting(this.#times.suspect).length === 0) return;
    this.#checkedWaitingAt = now;
    void this.check().then(() => this.#dropWaitingCommits());
  }

  #findWaiting(forMs: number): HostConnection[] {
    const since = performance.now() - forMs;
    return [...this.#connections.keys()].filter(
      ({ waitingSince }) => waitingSince !== null && waitingSince <= since,
    );
  }

  /**
   * Closes connections whose commit waits for a standby. Postgres itself would wait without end, because
   * `statement_timeout` does not apply to this wait.
   */
  async #dropWaitingCommits(): Promise<void> {
    const host = this.#current;
    const connections = this.#findWaiting(this.#times.standby);
    if (!host || connections.length === 0) return;
    const waiting = await findWaitingCommits(host, this.#times.answer);
    for (const connection of connections) {
      if (connection.processId === null || !waiting.has(connection.processId)) continue;
      connection.drop(new DatabaseConnectionError('No standby has confirmed a commit'));
    }
  }
}

const readWaitingCommits = declareStatement<{ pid: number }, Record<string, never>>(
  { pid: integer },
  sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`,
);

async function findWaitingCommits({ url }: DatabaseHost, timeoutMs: number): Promise<Set<number>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const rows = await readWaitingCommits({ $client: client }, {});
    return new Set(rows.map(({ pid }) => pid));
  } catch {
    return new Set();
  } finally {
    client.end().catch(() => undefined);
  }
}

function describe(state: HostState | undefined, newestTimeline: number): string {
  if (!state) return 'did not answer';
  if (state.kind === 'read-only') return 'accepts no writes';
  if (state.kind !== 'writable') return `is ${state.kind}: ${state.error.message}`;
  return state.timeline < newestTimeline ? 'was replaced by a newer primary' : 'is not the primary';
}
