import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** A failure that is injected when a form is submitted for the first time. */
export type InjectedFailure =
  /** Postgres cancels a statement after `ms` milliseconds. */
  | { type: 'time-out'; ms: number }
  /** The connection's server process is killed `afterMs` milliseconds after statement `at` was sent. */
  | { type: 'kill'; at: number; afterMs: number }
  /** The application fails before it sends statement `at`. */
  | { type: 'break'; at: number }
  /** The application fails before it commits. */
  | { type: 'break-at-commit' }
  /** The transaction is committed, but its answer is lost. */
  | { type: 'lose-answer' };

/** All kinds of operations, and how often each is drawn. */
const weights = {
  register: 1,
  guest: 1,
  'guest-plays': 3,
  upgrade: 1,
  'add-money': 9,
  'claim-reward': 6,
  'buy-game': 6,
  'change-price': 1,
  'change-sale': 2,
  'change-group-price': 2,
  'change-membership': 2,
  'change-rules': 1,
  'buy-keyed-game': 3,
  'add-keys': 1,
  'remove-keys': 1,
  'edit-card-set': 4,
  'hide-game': 1,
  play: 30,
  sell: 18,
  'sell-duplicates': 2,
  reprice: 6,
  remove: 5,
  'remove-all': 1,
  buy: 26,
  swap: 4,
  'newcomers-buy': 1,
  'buy-missing': 2,
  craft: 3,
  recycle: 4,
  'place-order': 12,
  'order-missing': 3,
  'cancel-order': 3,
  'sell-to-order': 8,
  'match-orders': 2,
  block: 1,
  unblock: 1,
  'offer-trade': 10,
  'counter-trade': 2,
  'accept-trade': 12,
  'close-trade': 2,
  suspend: 1,
  restore: 1,
  grant: 4,
  'give-money': 2,
  'take-money': 3,
  'make-codes': 2,
  'withdraw-codes': 1,
  'redeem-code': 5,
  retire: 1,
  wait: 1,
} as const;

export type OperationKind = keyof typeof weights;
export const operationKinds = Object.keys(weights) as OperationKind[];

/**
 * One operation. The numbers `account` and `choice` select from the accounts and things that exist when it
 * runs (see `pick`).
 */
export interface Operation {
  kind: OperationKind;
  account: number;
  choice: number;
  cents: number;
  /** In how many browser tabs it runs at once. */
  tabs: number;
  /** What is sent after the first answer: nothing, the same form again, or its key with another body. */
  after: 'nothing' | 'again' | 'other-body';
  failure: InjectedFailure | null;
}

const at = fc.nat(6);
const injectedFailure: fc.Arbitrary<InjectedFailure> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('time-out' as const),
      ms: fc.integer({ min: 1, max: 8 }),
    }),
  },
  // Rarer, because a new connection plans all statements again, which takes as long as fifty operations.
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('kill' as const), at, afterMs: fc.nat(4) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('break' as const), at }) },
  { weight: 4, arbitrary: fc.constant({ type: 'break-at-commit' as const }) },
  { weight: 4, arbitrary: fc.constant({ type: 'lose-answer' as const }) },
);

const drawnNumber = fc.nat(2 ** 30);
const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    ...operationKinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
  ),
  // Twelve accounts are drawn often, so that operations of one account collide.
  account: fc.oneof({ weight: 1, arbitrary: fc.nat(11) }, { weight: 2, arbitrary: drawnNumber }),
  choice: drawnNumber,
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
  failure: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: injectedFailure },
  ),
});

const chunk = 5_000;

/**
 * Draws `count` operations, the same ones for the same seed, in chunks. After the last operation `digest`
 * identifies the drawn operations.
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
