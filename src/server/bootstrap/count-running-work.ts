/** Counts running work, so that a shutdown can wait for its end. */
export function countRunningWork() {
  let count = 0;
  let settle = () => {};
  return {
    /** Runs `work` and counts it until it ends. */
    async run<T>(work: () => T | Promise<T>): Promise<T> {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) settle();
      }
    },
    /** Resolves when no work is running. */
    async settled(): Promise<void> {
      if (count > 0) {
        await new Promise<void>((resolve) => {
          settle = resolve;
        });
      }
    },
  };
}
