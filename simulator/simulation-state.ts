import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { Actor } from '#domain/actor.ts';
import type { Rules } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { createKeysOf } from '#domain/secrets/keys.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { retry } from '#shared/lib/retry.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { isInjectedFailure, type UnreliableDatabase } from './fault-injection.ts';
import type { Model } from './model.ts';
import type { Operation } from './operations.ts';

/** Settings close to the defaults, with limits that the simulation reaches. */
export const rules: Rules = {
  gamePriceCents: 9_99,
  topUpDailyCents: 500_00,
  playCycleMs: 15_000,
  awardsPerDay: 40,
  marketFeePercent: 7,
  downloads: { fileBytesMax: 0, perGameMax: 0, totalBytesMax: 0 },
};

/** Counts by name. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string, by = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + by);
}

/** The state that all workers share. */
export interface World {
  model: Model;
  gameIds: number[];
  gameNames: string[];
  /** The game whose purchases get keys; it is one of `gameIds`. */
  keyedGameId: number;
  /** The group for whose members games have prices. */
  pricedGroupId: string;
  /** The group into which codes lead. */
  codesGroupId: string;
  /** The game of the site whose card set is edited; it is one of `gameIds`. */
  cardSetGameId: number;
  /** The number of cards of each set. */
  setSize: number;
  /** The simulated time in milliseconds. Each operation advances it, some by hours. */
  time: number;
  /** The most that the clock advanced during one operation, in milliseconds. */
  longestMs: number;
  /** The outcomes of operations. */
  done: Tally;
  /** The expected errors by code. */
  rejected: Tally;
  retries: number;
  unexpected: string[];
  seed: number;
  registeredPlayers: number;
  /** The admin who suspends, restores, grants cards, gives and takes money, and makes codes; it does not trade. */
  moderator: Actor;
}

export interface Worker {
  world: World;
  database: UnreliableDatabase;
  /** The context of a visitor, like that of a node of the application; each request is a copy of it. */
  nodeCtx: Ctx;
}

export function createWorker(world: World, database: UnreliableDatabase, number: number): Worker {
  const random = createSeededRandom(`${world.seed} ${number}`);
  const nodeCtx = createTestCtx(database.db, {
    rules,
    random: { integer: (n) => Math.floor(random.between(0, n)) },
    clock: { now: () => new Date(world.time) },
    request: { id: 'simulated', address: '192.0.2.1', origin: 'http://localhost', userAgent: null },
    keys: createKeysOf(`the secret of simulation ${world.seed}, which guards nothing`),
  });
  return { world, database, nodeCtx };
}

/** After so many tries a form counts as failed unexpectedly. */
const triesMax = 12;

/**
 * Submits a form until it is answered, with the same key after each injected failure. Returns null for an
 * expected error, which must have no effect. Then repeats the form as `operation.after` says.
 */
export async function submitForm<Answer>(
  worker: Worker,
  operation: Operation,
  form: (key: string) => Promise<Answer>,
  otherBody?: (key: string) => Promise<unknown>,
): Promise<Answer | null> {
  const key = randomUUID();
  const answer = await runUntilAnswered(worker, operation.kind, () => form(key), operation.failure);
  if (answer === null) return null;
  const { violations } = worker.world.model;
  if (operation.after === 'again') {
    const again = await runUntilAnswered(worker, `${operation.kind} again`, () => form(key));
    if (!isDeepStrictEqual(toJson(again), toJson(answer))) {
      violations.push(
        `${operation.kind} ${key} got a second, different answer: ${JSON.stringify({ answer, again })}`,
      );
    }
  }
  if (operation.after === 'other-body' && otherBody) {
    const other = await runUntilAnswered(worker, `${operation.kind} other`, () => otherBody(key));
    if (other !== null) violations.push(`${operation.kind} ${key} was accepted with another body`);
  }
  return answer;
}

/** Repeats `work` until it is answered. Returns null for an expected error, and for an unexpected one, which is recorded. */
export async function runUntilAnswered<Answer>(
  { world, database }: Worker,
  name: string,
  work: () => Promise<Answer>,
  failure: Operation['failure'] = null,
): Promise<Answer | null> {
  const attemptWork = async (attempt: number) => {
    database.injectNext(attempt === 1 ? failure : null);
    try {
      return await work();
    } finally {
      database.injectNext(null);
    }
  };
  try {
    const answer = await retry(attemptWork, {
      attempts: triesMax,
      waitMs: (error) => (!isAppError(error) && isInjectedFailure(error) ? 0 : null),
      onRetry: () => {
        world.retries += 1;
      },
    });
    count(world.done, `${name}: done`);
    return answer;
  } catch (error) {
    if (isAppError(error)) {
      count(world.done, `${name}: rejected`);
      count(world.rejected, error.code);
      return null;
    }
    world.unexpected.push(`${name}: ${describe(error)}`);
    count(world.done, `${name}: unexpected`);
    return null;
  }
}

/** The value as JSON: undefined members are removed. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function describe(error: unknown): string {
  const lines: string[] = [];
  for (let current = error; current instanceof Error; current = current.cause) {
    lines.push(current.message.split('\n')[0]?.slice(0, 300) ?? '');
  }
  return lines.join(' | ') || String(error);
}
