/** Counts the work under way, so that a stop can wait for its end. */
export function trackRunning() {
  let count = 0;
  let settle = () => {};
  return {
    /** Does `work` and counts it until it has ended. */
    async run<T>(work: () => T | Promise<T>): Promise<T> {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) settle();
      }
    },
    /** Resolves as soon as nothing runs. */
    async settled(): Promise<void> {
      if (count > 0) {
        await new Promise<void>((resolve) => {
          settle = resolve;
        });
      }
    },
  };
}
