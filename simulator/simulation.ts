import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, openDatabase } from '#database/client.ts';
import { bigintText, boolean } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { type AuditReport, auditEconomy } from '#domain/audit/audit-economy.ts';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { recordDefaultPrice } from '#domain/catalog/prices/record-default-price.ts';
import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { expireOrders } from '#domain/market/orders/end-orders.ts';
import { rematchBooks } from '#domain/market/orders/rematch-books.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createProvenSession } from './admin-money-operations.ts';
import { createGameWithCardSet } from './card-set-operations.ts';
import { setFirstRules } from './changing-rules.ts';
import { compareWithModel } from './compare-with-model.ts';
import { openUnreliableDatabase } from './fault-injection.ts';
import { createKeyedGame } from './key-operations.ts';
import { performMissingOperations } from './missing-operations.ts';
import { createModel } from './model.ts';
import { drawOperations, type InjectedFailure } from './operations.ts';
import { createPlayers, performOperation } from './perform-operation.ts';
import { createGroups } from './price-operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import {
  count,
  createWorker,
  rules,
  type Tally,
  type Worker,
  type World,
} from './simulation-state.ts';

export interface SimulationOptions {
  /** A migrated, empty database that allows four connections per worker. */
  connection: pg.PoolConfig;
  seed: number;
  operations: number;
  workers: number;
  /** Called now and then with the number of operations done. */
  onProgress?: (done: number) => void;
  /** Ends the simulation early. Running operations are finished, audited and compared. */
  signal?: AbortSignal;
}

export interface SimulationReport {
  /** Identifies the drawn operations; the same for the same seed. */
  digest: string;
  /** The number of operations done. */
  operations: number;
  seconds: number;
  done: Tally;
  rejected: Tally;
  injectedFailures: Map<InjectedFailure['type'], number>;
  retries: number;
  deadlocks: number;
  accounts: number;
  audit: AuditReport;
  /** Every broken rule, a line each; empty in a correct system. */
  violations: string[];
}

/** The application name of the workers' connections in Postgres. */
const workerName = 'guildhall simulation';

const players = 40;
const games = 4;
const progressEvery = 10_000;

/**
 * Runs the operations of `seed` with `workers` workers at a time, while connections break, statements time
 * out and answers get lost. Then audits the database and compares it with the acknowledged changes.
 */
export async function runSimulation(options: SimulationOptions): Promise<SimulationReport> {
  const { connection, seed, workers, onProgress, signal } = options;
  const began = performance.now();
  const admin = openDatabase({ ...connection, max: 2, statement_timeout: 0 });
  const kill = (pid: number) => admin.execute(sql`select pg_terminate_backend(${pid}::integer)`);
  const world: World = {
    model: createModel(),
    gameIds: [],
    gameNames: [],
    keyedGameId: 0,
    pricedGroupId: '',
    codesGroupId: '',
    cardSetGameId: 0,
    setSize: 0,
    time: new Date('2026-03-14T12:00:00Z').getTime(),
    longestMs: 0,
    done: new Map(),
    rejected: new Map(),
    retries: 0,
    unexpected: [],
    seed,
    registeredPlayers: 0,
    moderator: await createPlayer(admin, { role: 'admin', username: 'Moderator' }),
  };
  const simulatedWorkers = Array.from({ length: workers }, (_, number) =>
    createWorker(
      world,
      openUnreliableDatabase({ ...connection, application_name: workerName }, kill),
      number,
    ),
  );
  const injectedFailures: SimulationReport['injectedFailures'] = new Map();
  const { operations, digest } = drawOperations(seed, options.operations);
  try {
    await createProvenSession(admin, world.moderator);
    await createCardSets(admin);
    await recordDefaultPrice({ db: admin, clock: { now: () => new Date(world.time) }, rules });
    if (simulatedWorkers[0])
      await setFirstRules(createRequestCtx(simulatedWorkers[0], world.moderator, world.time));
    world.setSize = (await listCardKinds(admin, 0)).length;
    for (let number = 0; number < games; number += 1) {
      const { id, name } = await createGame(admin);
      world.gameIds.push(id);
      world.gameNames.push(name);
    }
    if (simulatedWorkers[0]) await createKeyedGame(simulatedWorkers[0]);
    if (simulatedWorkers[0]) await createGroups(simulatedWorkers[0]);
    if (simulatedWorkers[0]) await createGameWithCardSet(simulatedWorkers[0]);
    if (simulatedWorkers[0]) await createPlayers(simulatedWorkers[0], players);
    let done = 0;
    await Promise.all(
      simulatedWorkers.map(async (worker) => {
        for (const operation of operations) {
          if (signal?.aborted) return;
          await performOperation(worker, operation);
          done += 1;
          if (done % progressEvery === 0) onProgress?.(done);
        }
      }),
    );
    if (simulatedWorkers[0] && !signal?.aborted)
      await performMissingOperations(simulatedWorkers[0]);
    await Promise.all(simulatedWorkers.map(({ database }) => database.close()));
    const deadlocks = await countDeadlocks(admin);
    if (simulatedWorkers[0]) await matchAtTheEnd(simulatedWorkers[0], admin);
    for (const { database } of simulatedWorkers) {
      for (const [type, times] of database.injected) count(injectedFailures, type, times);
    }
    const clock = { now: () => new Date(world.time) };
    await recordCompleteSets({ db: admin, clock });
    const audit = await auditEconomy({
      db: admin,
      rules,
      clock,
      // Operations that run at once can be days apart on the simulated clock.
      priceDelayMs: world.longestMs,
    });
    const differences = await compareWithModel(admin, world);
    const violations = [
      ...world.unexpected.map((error) => `unexpected: ${error}`),
      ...world.model.violations,
      ...audit.violations.map(
        ({ description, count, rows }) =>
          `audit: ${description} Broken by ${count}, for example ${JSON.stringify(rows[0])}.`,
      ),
      ...differences,
      ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : []),
    ];
    return {
      digest: digest(),
      operations: done,
      seconds: (performance.now() - began) / 1000,
      done: world.done,
      rejected: world.rejected,
      injectedFailures,
      retries: world.retries,
      deadlocks,
      accounts: world.model.accounts.length,
      audit,
      violations,
    };
  } finally {
    await admin.$client.end();
  }
}

/**
 * Matches what could not trade before. A second time there must be nothing left. All connections of the
 * workers have ended, because listings that a broken one still locks are skipped.
 */
async function matchAtTheEnd(worker: Worker, db: Database): Promise<void> {
  const ctx = { ...createRequestCtx(worker, null, worker.world.time), db };
  await expireOrders(ctx);
  await rematchBooks(ctx);
  const left = await rematchBooks(ctx);
  if (left > 0) worker.world.model.violations.push(`${left} trades were left after all matching`);
}

const readStatistics = declareStatement<
  { deadlocks: string; busy: boolean },
  Record<string, never>
>(
  { deadlocks: bigintText, busy: boolean },
  sql`select deadlocks, exists (select from pg_stat_activity
      where datname = current_database() and application_name = ${workerName}) as busy
    from pg_stat_database where datname = current_database()`,
);

/** Waits until the workers' server processes have ended, because only then their statistics are complete. */
async function countDeadlocks(db: Database): Promise<number> {
  for (;;) {
    const [statistics] = await readStatistics(db, {});
    if (!statistics?.busy) return Number(statistics?.deadlocks);
  }
}
