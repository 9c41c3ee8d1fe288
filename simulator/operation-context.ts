import type { Account } from './model.ts';
import type { Operation } from './operations.ts';
import type { Worker } from './simulation-state.ts';

/** The element of a list that a random number selects; undefined for an empty list. */
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % Math.max(1, list.length)];
}

export interface OperationContext {
  worker: Worker;
  operation: Operation;
  account: Account;
  /** The time of the operation on the simulated clock, in milliseconds. */
  at: number;
}

/** Runs the same work in all browser tabs of an operation at once; each tab has its own form. */
export async function runInTabs({ tabs }: Operation, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: tabs }, work));
}
