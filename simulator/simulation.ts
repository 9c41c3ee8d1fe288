import type pg from 'pg';
import { openDatabase } from '#database/client.ts';
import { type AuditReport, auditEconomy } from '#domain/audit/audit-economy.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { compare } from './compare.ts';
import { openTroubledDatabase } from './fault-injection.ts';
import { createModel } from './model.ts';
import { drawOperations, type Trouble } from './operations.ts';
import { perform, populate } from './perform.ts';
import { count, createWorker, type Tally, type World } from './world.ts';

export interface SimulationOptions {
  /** A migrated, empty database, with four connections for each worker. */
  connection: pg.PoolConfig;
  seed: number;
  operations: number;
  workers: number;
  /** Hears now and then how many are done. */
  onProgress?: (done: number) => void;
  /** Ends it early: what has begun is finished, audited and compared. */
  signal?: AbortSignal;
}

export interface SimulationReport {
  /** Which operations they were: the same for the same seed. */
  digest: string;
  /** How many were done. */
  operations: number;
  seconds: number;
  done: Tally;
  refused: Tally;
  troubles: Map<Trouble['type'], number>;
  retries: number;
  deadlocks: number;
  accounts: number;
  audit: AuditReport;
  /** Everything that must not be, a line each; empty in a sound house. */
  faults: string[];
}

/** By which Postgres tells the workers' connections from others. */
const workerName = 'guildhall simulation';

const players = 40;
const games = 4;
const progressEvery = 10_000;

/**
 * Lets `workers` at a time do what is drawn for `seed`, while connections break, statements time out and
 * answers get lost; then audits, and compares what was acknowledged with what is there.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const { connection, seed, workers, onProgress, signal } = options;
  const began = performance.now();
  const admin = openDatabase({ ...connection, max: 2, statement_timeout: 0 });
  const kill = (pid: number) => admin.$client.query('select pg_terminate_backend($1)', [pid]);
  const world: World = {
    model: createModel(),
    gameIds: [],
    gameNames: [],
    time: new Date('2026-03-14T12:00:00Z').getTime(),
    done: new Map(),
    refused: new Map(),
    retries: 0,
    unexpected: [],
    seed,
    newcomers: 0,
    moderator: await createPlayer(admin, { role: 'admin', username: 'Moderator' }),
  };
  const hands = Array.from({ length: workers }, (_, number) =>
    createWorker(
      world,
      openTroubledDatabase({ ...connection, application_name: workerName }, kill),
      number,
    ),
  );
  const troubles: SimulationReport['troubles'] = new Map();
  const { operations, digest } = drawOperations(seed, options.operations);
  try {
    await createCardSets(admin);
    for (let number = 0; number < games; number += 1) {
      const { id, name } = await createGame(admin);
      world.gameIds.push(id);
      world.gameNames.push(name);
    }
    if (hands[0]) await populate(hands[0], players);
    let done = 0;
    await Promise.all(
      hands.map(async (worker) => {
        for (const operation of operations) {
          if (signal?.aborted) return;
          await perform(worker, operation);
          done += 1;
          if (done % progressEvery === 0) onProgress?.(done);
        }
      }),
    );
    await Promise.all(hands.map(({ database }) => database.close()));
    for (const { database } of hands) {
      for (const [type, times] of database.happened) count(troubles, type, times);
    }
    const audit = await auditEconomy({ db: admin });
    const differences = await compare(admin, world);
    const deadlocks = await countDeadlocks(admin.$client);
    const faults = [
      ...world.unexpected.map((error) => `unexpected: ${error}`),
      ...world.model.faults,
      ...audit.faults.map(({ says, count: rows }) => `audit: ${says} Broken by ${rows}.`),
      ...differences,
      ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : []),
    ];
    return {
      digest: digest(),
      operations: done,
      seconds: (performance.now() - began) / 1000,
      done: world.done,
      refused: world.refused,
      troubles,
      retries: world.retries,
      deadlocks,
      accounts: world.model.accounts.length,
      audit,
      faults,
    };
  } finally {
    await admin.$client.end();
  }
}

/** A server process tells what it counted when it ends at the latest, and those of the workers do. */
async function countDeadlocks(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ deadlocks: string; busy: boolean }>(
      `select deadlocks, exists (select from pg_stat_activity
        where datname = current_database() and application_name = $1) as busy
      from pg_stat_database where datname = current_database()`,
      [workerName],
    );
    if (!rows[0]?.busy) return Number(rows[0]?.deadlocks);
  }
}
