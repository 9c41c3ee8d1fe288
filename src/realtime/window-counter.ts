/** Counts calls in windows of `ms` milliseconds. Each call returns the count of the current window. */
export function createWindowCounter(ms: number): () => number {
  let count = 0;
  let endsAt = 0;
  return () => {
    const now = performance.now();
    if (now >= endsAt) {
      endsAt = now + ms;
      count = 0;
    }
    count += 1;
    return count;
  };
}
