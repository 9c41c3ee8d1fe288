import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** What goes wrong on the way, at the first try of a form. */
export type Trouble =
  /** Postgres gives up on a statement after so many milliseconds. */
  | { type: 'time-out'; ms: number }
  /** The connection's server process is ended so many milliseconds after statement `at` was sent. */
  | { type: 'kill'; at: number; afterMs: number }
  /** The application breaks before it sends statement `at`. */
  | { type: 'break'; at: number }
  /** The application breaks before it commits. */
  | { type: 'break-at-commit' }
  /** All is committed, and the answer is lost. */
  | { type: 'lose-answer' };

/** Which kinds there are, and how often each of them is drawn. */
const weights = {
  register: 1,
  guest: 1,
  'guest-plays': 3,
  upgrade: 1,
  'add-money': 9,
  'claim-reward': 6,
  'buy-game': 6,
  play: 30,
  sell: 18,
  'sell-duplicates': 2,
  reprice: 6,
  remove: 5,
  'remove-all': 1,
  buy: 26,
  swap: 4,
  'buy-missing': 2,
  suspend: 1,
  restore: 1,
  grant: 1,
  retire: 1,
  wait: 1,
} as const;

export type Kind = keyof typeof weights;
export const kinds = Object.keys(weights) as Kind[];

/** One thing that somebody does; whom and what the numbers name depends on what there is by then. */
export interface Operation {
  kind: Kind;
  who: number;
  what: number;
  cents: number;
  /** How many tabs do it at once. */
  tabs: number;
  /** What comes after the first answer: the same form again, or its key with another body. */
  after: 'nothing' | 'again' | 'other-body';
  trouble: Trouble | null;
}

const at = fc.nat(6);
const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  fc.record({ type: fc.constant('time-out' as const), ms: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ type: fc.constant('kill' as const), at, afterMs: fc.nat(4) }),
  fc.record({ type: fc.constant('break' as const), at }),
  fc.constant({ type: 'break-at-commit' as const }),
  fc.constant({ type: 'lose-answer' as const }),
);

const drawnNumber = fc.nat(2 ** 30);
const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  // A few are where everybody meets.
  who: fc.oneof({ weight: 1, arbitrary: fc.nat(11) }, { weight: 2, arbitrary: drawnNumber }),
  what: drawnNumber,
  cents: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 4_00 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 60_00 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10_000_00 }) },
  ),
  tabs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
  ),
  after: fc.oneof(
    { weight: 16, arbitrary: fc.constant('nothing' as const) },
    { weight: 2, arbitrary: fc.constant('again' as const) },
    { weight: 1, arbitrary: fc.constant('other-body' as const) },
  ),
  trouble: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: trouble }),
});

const chunk = 5_000;

/**
 * Draws `count` operations, the same for the same seed, a bounded number at a time. `digest` tells after
 * the last one which they were.
 */
export function drawOperations(seed: number, count: number) {
  const hash = createHash('sha256');
  function* draw(): Generator<Operation> {
    for (let drawn = 0; drawn < count; drawn += chunk) {
      const numRuns = Math.min(chunk, count - drawn);
      const drawnNow = fc.sample(fc.noBias(operation), { seed: seed + drawn, numRuns });
      hash.update(JSON.stringify(drawnNow));
      yield* drawnNow;
    }
  }
  return { operations: draw(), digest: () => hash.copy().digest('hex').slice(0, 16) };
}
