import { setTimeout as pause } from 'node:timers/promises';

/** Asks again every 20 ms until the answer is true; false when the time (ms) is over before. */
export async function becomesTrue(
  ask: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!(await ask())) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}
