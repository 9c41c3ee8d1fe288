import { setTimeout as pause } from 'node:timers/promises';

/**
 * Checks a condition every 20 ms until it is true. Returns false when the time (ms) has passed
 * before.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}
