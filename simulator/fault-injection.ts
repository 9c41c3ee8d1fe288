import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Database, openDatabase } from '#database/client.ts';
import type { Trouble } from './operations.ts';

/** What the simulation breaks itself: the application's process, as far as the database can tell. */
export class BrokenOnPurpose extends Error {}

/** Statements of a worker that are in no trouble have as long as in the application. */
const patienceMs = 30_000;

type Send = (...args: unknown[]) => unknown;

export interface TroubledDatabase {
  db: Database;
  /** The next statements get into this trouble, once; null for none. */
  expect(trouble: Trouble | null): void;
  /** Kinds of trouble that came about, with how often. */
  happened: Map<Trouble['type'], number>;
  close(): Promise<void>;
}

/**
 * A database whose connections break as they are told to, below everything that the application does
 * with them. `kill` ends a server process.
 */
export function openTroubledDatabase(
  connection: pg.PoolConfig,
  kill: (pid: number) => Promise<unknown>,
): TroubledDatabase {
  const happened: TroubledDatabase['happened'] = new Map();
  let expected: Trouble | null = null;
  let sent = 0;
  const killing = new Set<Promise<unknown>>();
  const db = openDatabase({ ...connection, max: 4, statement_timeout: patienceMs });

  function happens(type: Trouble['type']): void {
    happened.set(type, (happened.get(type) ?? 0) + 1);
    expected = null;
  }

  db.$client.on('connect', (client) => {
    const broken = client as unknown as { query: Send; processID: number };
    const send: Send = broken.query.bind(client);
    let inTransaction = false;
    let limitMs = patienceMs;

    async function run(args: unknown[]): Promise<unknown> {
      const text = textOf(args[0]);
      const ends = text === 'commit' || text === 'rollback';
      const trouble = text === 'rollback' ? null : expected;
      const place = sent;
      sent += 1;
      if (trouble?.type === 'break' && trouble.at === place && text !== 'begin') {
        happens('break');
        throw new BrokenOnPurpose('broken before a statement');
      }
      if (trouble?.type === 'break-at-commit' && text === 'commit') {
        happens('break-at-commit');
        throw new BrokenOnPurpose('broken before the commit');
      }
      const wantedMs = trouble?.type === 'time-out' ? trouble.ms : patienceMs;
      if (!inTransaction && wantedMs !== limitMs) {
        limitMs = wantedMs;
        // What is wrong with the connection the statement itself will tell.
        await Promise.resolve(send(`set statement_timeout = ${limitMs}`)).catch(() => {});
      }
      if (text === 'begin') inTransaction = true;
      const outside = !inTransaction;
      if (ends) inTransaction = false;
      const answer = send(...args);
      if (trouble?.type === 'kill' && trouble.at === place) {
        happens('kill');
        const killed = pause(trouble.afterMs).then(() => kill(broken.processID));
        killing.add(killed);
        void killed.catch(() => {}).finally(() => killing.delete(killed));
      }
      try {
        const result = await answer;
        if (trouble?.type === 'lose-answer' && (text === 'commit' || (outside && writes(text)))) {
          happens('lose-answer');
          throw new BrokenOnPurpose('the answer is lost');
        }
        return result;
      } catch (error) {
        if (codeOf(error) === '57014') happens('time-out');
        throw error;
      }
    }

    broken.query = (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== 'function') return run(args);
      run(args.slice(0, -1)).then(
        (result) => callback(null, result),
        (error: unknown) => callback(error),
      );
      return undefined;
    };
  });

  return {
    db,
    happened,
    expect(trouble) {
      expected = trouble;
      sent = 0;
    },
    async close() {
      await Promise.allSettled(killing);
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

/** Whether an attempt failed for what was done to it, so that nobody knows whether it took effect. */
export function isTrouble(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof BrokenOnPurpose) return true;
    if (['57014', '57P01', 'ECONNRESET', 'EPIPE'].includes(String(codeOf(current)))) return true;
    if (/connection terminated|not queryable|connection error/i.test(current.message)) return true;
  }
  return false;
}
