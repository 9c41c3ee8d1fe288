/** Lets `atOnce` works through at a time, in the order of their coming, while `waitingMax` more wait. */
export function createGate({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** What `work` comes to, or `full` at once where too many wait already. */
  return async function pass<Result, Full>(
    work: () => Promise<Result>,
    full: Full,
  ): Promise<Result | Full> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) return full;
      // Whoever leaves hands its place on: it is never free in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
