import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, openDatabase } from '#database/client.ts';
import type { InjectedFailure } from './operations.ts';

/** A failure of the application that the simulation injects. */
export class InjectedError extends Error {}

/** The statement timeout without an injected failure, as in the application. */
const defaultTimeoutMs = 30_000;

type Send = (...args: unknown[]) => unknown;

export interface UnreliableDatabase {
  db: Database;
  /** Injects this failure once into the next statements; null for none. */
  injectNext(failure: InjectedFailure | null): void;
  /** How often each kind of failure was injected. */
  injected: Map<InjectedFailure['type'], number>;
  close(): Promise<void>;
}

/**
 * Opens a database whose connections fail as requested by `injectNext`, below all code of the application.
 * `kill` terminates a server process.
 */
export function openUnreliableDatabase(
  connection: pg.PoolConfig,
  kill: (pid: number) => Promise<unknown>,
): UnreliableDatabase {
  const injected: UnreliableDatabase['injected'] = new Map();
  let nextFailure: InjectedFailure | null = null;
  let sentStatements = 0;
  const pendingKills = new Set<Promise<unknown>>();
  const db = openDatabase({
    ...connection,
    max: 4,
    // A new connection plans all statements again.
    idleTimeoutMillis: 0,
    statement_timeout: defaultTimeoutMs,
    // Only the injected failures should fail, also on a busy machine.
    connectionTimeoutMillis: 120_000,
  });

  /** Rolls back on a connection, if a transaction is open there. */
  const rollBacks = new WeakMap<pg.PoolClient, () => void>();

  function recordFailure(type: InjectedFailure['type']): void {
    injected.set(type, (injected.get(type) ?? 0) + 1);
    nextFailure = null;
  }

  db.$client.on('connect', (client) => {
    const patchedClient = client as unknown as { query: Send; processID: number };
    const send: Send = patchedClient.query.bind(client);
    let inTransaction = false;
    let currentTimeoutMs = defaultTimeoutMs;

    rollBacks.set(client, () => {
      inTransaction = false;
      // If the connection is broken, the pool removes it, or its next statement fails.
      void Promise.resolve(send('rollback')).catch(() => {});
    });

    /** On a busy machine, the timeout of some milliseconds can also end the statement that lifts it. */
    async function setStatementTimeout(ms: number): Promise<void> {
      for (let attempt = 0; attempt < 10 && currentTimeoutMs !== ms; attempt += 1) {
        await Promise.resolve(send(`set statement_timeout = ${ms}`)).then(
          () => {
            currentTimeoutMs = ms;
          },
          // If the connection is broken, the next statement will fail too.
          () => {},
        );
      }
    }

    async function run(args: unknown[]): Promise<unknown> {
      const text = textOf(args[0]);
      const endsTransaction = text === 'commit' || text === 'rollback';
      const failure = text === 'rollback' ? null : nextFailure;
      const statementNumber = sentStatements;
      sentStatements += 1;
      if (failure?.type === 'break' && failure.at === statementNumber && text !== 'begin') {
        recordFailure('break');
        throw new InjectedError('injected failure before a statement');
      }
      if (failure?.type === 'break-at-commit' && text === 'commit') {
        recordFailure('break-at-commit');
        throw new InjectedError('injected failure before the commit');
      }
      const timeoutMs = failure?.type === 'time-out' ? failure.ms : defaultTimeoutMs;
      if (!inTransaction && timeoutMs !== currentTimeoutMs) {
        await setStatementTimeout(timeoutMs);
      }
      if (text === 'begin') inTransaction = true;
      const isOutsideTransaction = !inTransaction;
      if (endsTransaction) inTransaction = false;
      const answer = send(...args);
      if (failure?.type === 'kill' && failure.at === statementNumber) {
        recordFailure('kill');
        const killed = pause(failure.afterMs).then(() => kill(patchedClient.processID));
        pendingKills.add(killed);
        void killed.catch(() => {}).finally(() => pendingKills.delete(killed));
      }
      try {
        const result = await answer;
        if (
          failure?.type === 'lose-answer' &&
          (text === 'commit' || (isOutsideTransaction && writes(text)))
        ) {
          recordFailure('lose-answer');
          throw new InjectedError('injected loss of the answer');
        }
        return result;
      } catch (error) {
        if (codeOf(error) === '57014') recordFailure('time-out');
        throw error;
      }
    }

    patchedClient.query = (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== 'function') return run(args);
      run(args.slice(0, -1)).then(
        (result) => callback(null, result),
        (error: unknown) => callback(error),
      );
      return undefined;
    };
  });

  // The application closes a connection after a failure whose effect it cannot know. Most of them are made up
  // here and leave the connection working, so it is rolled back and used again.
  const connect: () => Promise<pg.PoolClient> = db.$client.connect.bind(db.$client);
  db.$client.connect = (async () => {
    const client = await connect();
    const release = client.release;
    client.release = (closes) => {
      if (closes) rollBacks.get(client)?.();
      release();
    };
    return client;
  }) as typeof connect & typeof db.$client.connect;

  return {
    db,
    injected,
    injectNext(failure) {
      nextFailure = failure;
      sentStatements = 0;
    },
    async close() {
      await Promise.allSettled(pendingKills);
      await db.$client.end();
    },
  };
}

function textOf(query: unknown): string {
  const text = typeof query === 'object' && query && 'text' in query ? query.text : query;
  return String(text).trim().toLowerCase();
}

function writes(text: string): boolean {
  return /\b(insert into|update|delete from)\b/.test(text);
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error && 'code' in error ? error.code : undefined;
}

/** Whether an injected failure caused the error, so that the outcome of the attempt is unknown. */
export function isInjectedFailure(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof InjectedError) return true;
    if (['57014', '57P01', 'ECONNRESET', 'EPIPE'].includes(String(codeOf(current)))) return true;
    if (/connection terminated|not queryable|connection error/i.test(current.message)) return true;
  }
  return false;
}
