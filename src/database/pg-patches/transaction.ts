import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { PgDialect, PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Execute } from '../execute.ts';
import { isConnectionLost, isRefusedByStandby } from '../postgres-errors.ts';
import { retryConflicts } from '../retry-conflicts.ts';
import type * as schema from '../schema.ts';

type Schema = typeof schema;
export type Tables = ExtractTablesWithRelations<Schema>;

/** A transaction; `$client` is its connection, for prepared statements. */
export type Transaction = Omit<NodePgTransaction<Schema, Tables>, 'execute'> &
  Execute & { $client: pg.PoolClient };

/**
 * Runs `work` in a transaction: commits when it returns, rolls back when it throws. When Postgres
 * aborted the transaction because of a conflict (deadlock, serialization failure), or its connection
 * broke before the commit was sent, `work` runs again. So it must change nothing but the database, and
 * effects of the commit must come after this call.
 * When the answer to the commit is lost, it is unknown whether it took effect. Then `work` does not
 * run again; the idempotency key of a repeated request decides.
 * @throws what `work` throws, or the error of begin or commit.
 */
export type RunTransaction = <Answer>(
  work: (tx: Transaction) => Promise<Answer>,
  config?: PgTransactionConfig,
) => Promise<Answer>;

interface Parts {
  pool: Pick<pg.Pool, 'connect'>;
  dialect: PgDialect;
  tables: ConstructorParameters<typeof NodePgSession<Schema, Tables>>[2];
  /** Statements that come first in each transaction. */
  setUp?: string;
}

/**
 * Creates the function that runs all transactions of a pool. It replaces the function of drizzle-orm, which
 * loses a connection when `begin` fails, and returns one to the pool when `rollback` fails:
 * https://github.com/drizzle-team/drizzle-orm/issues/6114
 */
export function createRunTransaction({ pool, dialect, tables, setUp }: Parts): RunTransaction {
  return (work, config) => {
    let commitSent = false;
    const run = async () => {
      commitSent = false;
      const client = await pool.connect();
      // A connection returns to the pool only when its transaction has certainly ended.
      let ended = false;
      try {
        await client.query([beginStatement(config), ...(setUp ? [setUp] : [])].join('; '));
        const session = new NodePgSession<Schema, Tables>(client, dialect, tables);
        const tx = Object.assign(new NodePgTransaction<Schema, Tables>(dialect, session, tables), {
          $client: client,
        });
        let answer: Awaited<ReturnType<typeof work>>;
        try {
          answer = await work(tx);
        } catch (error) {
          ended = await rollBack(client);
          throw error;
        }
        commitSent = true;
        await commit(client);
        ended = true;
        return answer;
      } finally {
        client.release(!ended);
      }
    };
    const isReadOnly = config?.accessMode === 'read only';
    return retryConflicts(
      run,
      (error) =>
        (!commitSent && isConnectionLost(error)) || (!isReadOnly && isRefusedByStandby(error)),
    );
  };
}

function beginStatement({ isolationLevel, accessMode }: PgTransactionConfig = {}): string {
  return ['begin', isolationLevel ? `isolation level ${isolationLevel}` : '', accessMode ?? '']
    .filter(Boolean)
    .join(' ');
}

/** @throws Error also when Postgres rolled back instead, as it does after a failed statement. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') {
    throw new Error('A transaction went on after one of its statements had failed.');
  }
}

/** Rolls back. Returns false when that failed, for example by a timeout. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // The caller throws the error of `work`, which says more.
    return false;
  }
}
