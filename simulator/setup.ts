import type { Account } from './model.ts';
import type { Operation } from './operations.ts';
import type { Worker } from './world.ts';

/** One of a list by a drawn number. */
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % Math.max(1, list.length)];
}

export interface Scene {
  worker: Worker;
  operation: Operation;
  account: Account;
  /** When it happens, by the simulated clock. */
  at: number;
}

/** The same thing from several tabs at once, each with a form of its own. */
export async function inTabs({ tabs }: Operation, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: tabs }, work));
}
