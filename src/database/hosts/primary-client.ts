import pg from 'pg';
import {
  DatabaseConnectionError,
  type DatabaseHosts,
  type HostConnection,
} from './database-hosts.ts';
import { readAcceptsWrites } from './probe-host.ts';

type ConnectCallback = (error: Error | null, client?: pg.Client) => void;

/**
 * The messages of Postgres after which its server may no longer be the primary: it refuses a write, or stops.
 */
const suspectCodes = /^(25006|57P0[1-5])$/;

/** Idle connections to a server that was cut off silently are closed after about 20 seconds. */
const keepAliveMs = 10_000;

/**
 * Creates a class for the option `Client` of a pool. Its connections lead to the server of `hosts` that accepts
 * writes. `pg` knows neither several hosts nor libpq's `target_session_attrs`.
 */
export function createPrimaryClient(hosts: DatabaseHosts) {
  return class PrimaryClient extends pg.Client implements HostConnection {
    #isReadOnly = false;
    #pendingQueries = 0;
    waitingSince: number | null = null;

    constructor(config: pg.ClientConfig) {
      super({
        ...config,
        // A pool hides its password, so that the spread misses it.
        ...(config.password === undefined ? {} : { password: config.password }),
        connectionTimeoutMillis: hosts.answerMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
      });
      const query: (...args: unknown[]) => unknown = this.query.bind(this);
      this.query = ((...args: unknown[]) => {
        if (this.#pendingQueries === 0) this.waitingSince = performance.now();
        this.#pendingQueries += 1;
        return query(...args);
      }) as typeof query & typeof this.query;
      this.connection.on('parameterStatus', (message) => this.#onParameter(message));
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (suspectCodes.test(code ?? '')) hosts.doubt();
      });
      this.connection.on('readyForQuery', () => this.#onAnswer());
      this.connection.once('end', () => hosts.remove(this));
      this.on('notice', (notice) => this.#onNotice(notice));
    }

    get processId(): number | null {
      return 'processID' in this && typeof this.processID === 'number' ? this.processID : null;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(
        (client) => callback(null, client),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const host = await hosts.find();
      if (host.address) Object.assign(this, host.address);
      try {
        await super.connect();
      } catch (error) {
        // The last known server may be gone. The next attempt waits for the result.
        void hosts.check();
        throw error;
      }
      // The parameters arrived with the handshake, so the check needs no round trip.
      if (this.#isReadOnly) {
        await super.end();
        void hosts.check();
        throw new DatabaseConnectionError(`The database ${host.name} accepts no writes`);
      }
      hosts.add(this, host);
      return this;
    }

    drop(error: Error): void {
      hosts.remove(this);
      // At once, so that an answer that is already here is not reported as a success.
      this.connection.emit('error', error);
      this.connection.stream.destroy();
    }

    #onAnswer(): void {
      this.#pendingQueries = Math.max(0, this.#pendingQueries - 1);
      this.waitingSince = this.#pendingQueries > 0 ? performance.now() : null;
    }

    #onParameter(message: unknown): void {
      const isWritable = readAcceptsWrites(message);
      if (isWritable === null) return;
      if (!isWritable && this.waitingSince !== null) hosts.doubt();
      // Two parameters say so, and one of them is enough.
      this.#isReadOnly ||= !isWritable;
    }

    /** A commit that no standby has confirmed is not durable, although Postgres then reports a success. */
    #onNotice(notice: { routine?: string }): void {
      if (notice.routine !== 'SyncRepWaitForLSN') return;
      this.drop(new DatabaseConnectionError('The wait for a standby was canceled'));
    }
  };
}
