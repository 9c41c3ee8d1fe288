/** Counts one call more. Returns the calls of the current window, and in how many milliseconds it ends. */
export type WindowCounter = () => { count: number; endsInMs: number };

/** Counts calls in windows of `ms` milliseconds. */
export function createWindowCounter(ms: number): WindowCounter {
  let count = 0;
  let endsAt = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) {
      endsAt = now + ms;
      count = 0;
    }
    count += 1;
    return { count, endsInMs: endsAt - now };
  };
}
