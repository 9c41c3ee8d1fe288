import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './client.ts';
import { float, nullable } from './column-types.ts';
import { parseDatabaseUrl } from './hosts/database-url.ts';
import { declareStatement } from './prepared-query.ts';
import * as schema from './schema.ts';

export interface ReadDatabase {
  /** Runs statements on a standby, and transactions on the primary. */
  db: Database;
  /** Reads from the primary for a while, after a change that a reader must see at once. */
  preferPrimary(): void;
  close(): Promise<void>;
}

interface Options {
  /** `DATABASE_READ_URL`: one or more standbys. */
  url: string;
  primary: Database;
  /** A standby that is further behind is not used, in milliseconds. */
  lagMaxMs?: number;
  checkEveryMs?: number;
}

/** The primary writes at least every five seconds, when its nodes report that they live. */
const defaultLagMaxMs = 15_000;
const defaultCheckEveryMs = 2_000;
const answerMs = 3_000;
const connectionsMax = 10;

/** A server that accepts writes is the primary itself, or one that was replaced. */
const readLag = declareStatement<{ lag: number | null }, Record<string, never>>(
  { lag: nullable(float) },
  sql`select case when pg_is_in_recovery() then
    (extract(epoch from now() - pg_last_xact_replay_timestamp()) * 1000)::float8 end as lag`,
);

/**
 * Opens the standbys for reads that may be a few seconds old. When no standby answers or all are too far behind,
 * the primary is read.
 */
export function openReadDatabase({
  url,
  primary,
  lagMaxMs = defaultLagMaxMs,
  checkEveryMs = defaultCheckEveryMs,
}: Options): ReadDatabase {
  const standbys = parseDatabaseUrl(url).map((host) => {
    const options = { connectionTimeoutMillis: answerMs, query_timeout: answerMs, keepAlive: true };
    const pool = new pg.Pool({ ...options, max: connectionsMax, connectionString: host.url });
    // A broken connection fails its statement, which then runs on the primary.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return { pool, isUsable: false };
  });
  let primaryUntil = 0;
  let next = 0;
  let checking: Promise<unknown> | null = null;

  function check(): void {
    checking ??= Promise.all(
      standbys.map(async (standby) => {
        const [row] = await readLag({ $client: standby.pool }, {}).catch(() => []);
        const lag = row?.lag ?? null;
        standby.isUsable = lag !== null && lag <= lagMaxMs;
      }),
    ).finally(() => {
      checking = null;
    });
  }

  function choose() {
    if (performance.now() < primaryUntil) return undefined;
    const usable = standbys.filter(({ isUsable }) => isUsable);
    next += 1;
    return usable[next % usable.length];
  }

  async function query(...args: unknown[]): Promise<unknown> {
    const standby = choose();
    if (standby) {
      try {
        return await Reflect.apply(standby.pool.query, standby.pool, args);
      } catch {
        // Also a conflict with the replay, or a write. A bug fails on the primary too.
        standby.isUsable = false;
      }
    }
    return Reflect.apply(primary.$client.query, primary.$client, args);
  }

  check();
  const timer = setInterval(check, checkEveryMs).unref();
  const client: pg.Pool = Object.assign(Object.create(primary.$client), { query });
  const db = drizzle(client, { schema, casing: 'snake_case' });
  return {
    db: Object.assign(db, { transaction: primary.transaction }),
    preferPrimary() {
      // After this time, a standby that is used has the change.
      primaryUntil = performance.now() + lagMaxMs + checkEveryMs;
    },
    async close() {
      clearInterval(timer);
      await checking;
      await Promise.all(standbys.map(({ pool }) => pool.end()));
    },
  };
}
