import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { rateCounts } from '#database/schema.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import type { RateCount, RateLimitName, RateStore } from './rate-limiter.ts';

type Row = RateCount & { key: string };

/** In the order of the keys, so that two nodes never wait for each other. The database's clock decides. */
const addPoints = prepareStatement<Row, { keys: string[]; points: number[]; seconds: number[] }>(
  'add-rate-points',
  { key: text, points: integer, msBeforeNext: integer },
  sql`insert into ${rateCounts} as counted (key, points, expires_at)
    select added.key, added.points, now() + added.seconds * interval '1 second'
    from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('points')}::integer[],
      ${sql.placeholder('seconds')}::integer[]) as added(key, points, seconds)
    order by added.key
    on conflict (key) do update set
      points = excluded.points + case when counted.expires_at > now() then counted.points else 0 end,
      expires_at = case when counted.expires_at > now() then counted.expires_at else excluded.expires_at end
    returning counted.key, counted.points,
      ceil(extract(epoch from counted.expires_at - now()) * 1000)::integer as "msBeforeNext"`,
);

const takeAway = prepareStatement<Record<string, never>, { key: string }>(
  'give-back-rate-point',
  {},
  sql`update ${rateCounts} set points = greatest(points - 1, 0)
    where key = ${sql.placeholder('key')} and expires_at > now()`,
);

const deleteCount = prepareStatement<Record<string, never>, { key: string }>(
  'delete-rate-count',
  {},
  sql`delete from ${rateCounts} where key = ${sql.placeholder('key')}`,
);

const purge = prepareStatement<Record<string, never>, Record<string, never>>(
  'purge-rate-counts',
  {},
  sql`delete from ${rateCounts} where expires_at < now()`,
);

/** The most actions that wait for one statement. More are rejected: the database does not keep up. */
const waitingMax = 20_000;

interface Waiting {
  points: number;
  resolve(count: RateCount): void;
  reject(error: unknown): void;
}

interface KeyedWaiting {
  seconds: number;
  all: Waiting[];
}

/**
 * Counts in the database. While one statement runs, further actions are collected, and the next statement
 * counts them together. So a node under load does not wait for a statement for each action.
 */
export function createDatabaseRateStore(db: Database): RateStore {
  let waiting = new Map<string, KeyedWaiting>();
  let waitingCount = 0;
  let running = false;

  async function countWaiting(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      waitingCount = 0;
      await countBatch(db, batch);
    }
    running = false;
  }

  return {
    add(name, key, points) {
      return new Promise((resolve, reject) => {
        if (waitingCount >= waitingMax) throw new Error('Too many actions wait to be counted.');
        waitingCount += 1;
        const fullKey = joinKey(name, key);
        const entry = waiting.get(fullKey) ?? { seconds: rateLimits[name].duration, all: [] };
        entry.all.push({ points, resolve, reject });
        waiting.set(fullKey, entry);
        if (!running) void countWaiting();
      });
    },
    async giveBack(name, key) {
      await takeAway(db, { key: joinKey(name, key) });
    },
    async delete(name, key) {
      await deleteCount(db, { key: joinKey(name, key) });
    },
  };
}

/** Keys are names, email addresses and IP addresses, so the table has only their hashes. */
function joinKey(name: RateLimitName, key: string): string {
  return `${name}:${createHash('sha256').update(key).digest('base64url')}`;
}

/** Never throws: each waiting action is resolved or rejected. */
async function countBatch(db: Database, batch: Map<string, KeyedWaiting>): Promise<void> {
  const entries = [...batch.values()];
  try {
    const sums = entries.map(({ all }) => all.reduce((sum, { points }) => sum + points, 0));
    const rows = await addPoints(db, {
      keys: [...batch.keys()],
      points: sums,
      seconds: entries.map(({ seconds }) => seconds),
    });
    const counts = new Map(rows.map((row) => [row.key, row]));
    for (const [key, { all }] of batch) {
      const row = counts.get(key);
      if (!row) throw new Error('A rate count was not returned.');
      const msBeforeNext = row.msBeforeNext;
      let { points } = row;
      // Of the same batch, the last action has the full count.
      for (const one of all.toReversed()) {
        one.resolve({ points, msBeforeNext });
        points -= one.points;
      }
    }
  } catch (error) {
    for (const { all } of entries) for (const { reject } of all) reject(error);
  }
}

/** Deletes the counts of windows that ended. */
export async function purgeRateCounts({ db }: { db: Database }): Promise<void> {
  await purge(db, {});
}
