import { drawOperations, type OperationKind, operationKinds } from './operations.ts';
import { performOperation } from './perform-operation.ts';
import type { Worker } from './simulation-state.ts';

/** The names under which kinds are counted that have no outcome under their own. */
const countedAs: Partial<Record<OperationKind, string>> = { 'change-sale': 'add-sale' };

/** How often a missing kind is tried, and how many other operations come before each try. */
const tries = 100;
const others = 4;

/**
 * Tries each kind of operation that was never done, one operation after the other and without failures, until it is
 * done. Chance and the speed of the machine decide what a short simulation does, not what it covers. Records a
 * violation for a kind that cannot be done.
 */
export async function performMissingOperations(worker: Worker): Promise<void> {
  const { done, seed, model } = worker.world;
  const isDone = (kind: OperationKind) => (done.get(`${countedAs[kind] ?? kind}: done`) ?? 0) > 0;
  for (const kind of operationKinds) {
    const { operations } = drawOperations(seed, tries * (others + 1));
    let drawn = 0;
    for (const operation of operations) {
      if (isDone(kind)) break;
      drawn += 1;
      // The others give it the opportunity: cards, orders, offers.
      const tried = drawn % (others + 1) === 0 ? kind : operation.kind;
      const once = { tabs: 1, after: 'nothing', failure: null } as const;
      await performOperation(worker, { ...operation, ...once, kind: tried });
    }
    if (!isDone(kind)) model.violations.push(`no operation of the kind ${kind} was ever done`);
  }
}
