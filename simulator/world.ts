import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { seeded } from '#catalog/art/random.ts';
import type { Actor, Rules } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { isTrouble, type TroubledDatabase } from './fault-injection.ts';
import type { Model } from './model.ts';
import type { Operation } from './operations.ts';

/** Close to what the house sets, with limits that are reached. */
export const rules: Rules = {
  gamePriceCents: 9_99,
  topUpDailyCents: 500_00,
  playCycleMs: 15_000,
  awardsPerDay: 40,
  marketFeePercent: 7,
};

/** What was counted along the way, by what it is called. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string, by = 1): void {
  tally.set(name, (tally.get(name) ?? 0) + by);
}

/** What all workers share. */
export interface World {
  model: Model;
  gameIds: number[];
  gameNames: string[];
  /** Milliseconds; it moves on with each operation, and by hours now and then. */
  time: number;
  done: Tally;
  refused: Tally;
  retries: number;
  unexpected: string[];
  seed: number;
  newcomers: number;
  /** Who suspends, restores and gives cards; it does not trade. */
  moderator: Actor;
}

export interface Worker {
  world: World;
  database: TroubledDatabase;
  random: Ctx['random'];
}

export function createWorker(world: World, database: TroubledDatabase, number: number): Worker {
  const random = seeded(`${world.seed} ${number}`);
  return { world, database, random: { integer: (n) => Math.floor(random.between(0, n)) } };
}

/** So often a form is sent again before something else must be wrong. */
const triesMax = 12;

/**
 * Sends a form until it is answered, as a patient client does: with the same key after each trouble.
 * Null for a refusal, after which nothing may have happened.
 */
export async function send<Answer>(
  worker: Worker,
  operation: Operation,
  form: (key: string) => Promise<Answer>,
  otherBody?: (key: string) => Promise<unknown>,
): Promise<Answer | null> {
  const key = randomUUID();
  const answer = await attempt(worker, operation.kind, () => form(key), operation.trouble);
  if (answer === null) return null;
  const { faults } = worker.world.model;
  if (operation.after === 'again') {
    const again = await attempt(worker, `${operation.kind} again`, () => form(key));
    if (!isDeepStrictEqual(toJson(again), toJson(answer))) {
      faults.push(
        `${operation.kind} ${key} was answered anew: ${JSON.stringify({ answer, again })}`,
      );
    }
  }
  if (operation.after === 'other-body' && otherBody) {
    const other = await attempt(worker, `${operation.kind} other`, () => otherBody(key));
    if (other !== null) faults.push(`${operation.kind} ${key} was taken with another body`);
  }
  return answer;
}

/** Does `work` until it is answered: with null for a refusal, or when nobody expected what happened. */
export async function attempt<Answer>(
  { world, database }: Worker,
  name: string,
  work: () => Promise<Answer>,
  trouble: Operation['trouble'] = null,
): Promise<Answer | null> {
  for (let tries = 1; ; tries += 1) {
    database.expect(tries === 1 ? trouble : null);
    try {
      const answer = await work();
      count(world.done, `${name}: done`);
      return answer;
    } catch (error) {
      if (isAppError(error)) {
        count(world.done, `${name}: refused`);
        count(world.refused, error.code);
        return null;
      }
      if (isTrouble(error) && tries < triesMax) {
        world.retries += 1;
        continue;
      }
      world.unexpected.push(`${name}: ${describe(error)}`);
      count(world.done, `${name}: unexpected`);
      return null;
    } finally {
      database.expect(null);
    }
  }
}

/** As it would be sent: what is undefined is not there. */
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
