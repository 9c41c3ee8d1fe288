/** Counts calls in windows of `ms`: each call answers how many there were in the present window. */
export function countInWindow(ms: number): () => number {
  let count = 0;
  let ends = 0;
  return () => {
    const now = performance.now();
    if (now >= ends) {
      ends = now + ms;
      count = 0;
    }
    count += 1;
    return count;
  };
}
