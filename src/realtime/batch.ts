import type { Log } from '#domain/base-context.ts';

/**
 * Collects names for `ms` and then does `work` for all of them at once; what comes while it works is
 * for the next time. So what happens often costs no more than the database can bear.
 */
export function createBatch(
  { ms, log, what }: { ms: number; log: Log; what: string },
  work: (names: readonly string[]) => Promise<void>,
) {
  let names = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;
  let stopped = false;

  function plan(): void {
    if (stopped || timer || working || names.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      const batch = [...names];
      names = new Set();
      working = work(batch)
        .catch((error: unknown) => log.warn({ err: error }, `${what} could not be told`))
        .finally(() => {
          working = null;
          plan();
        });
    }, ms);
    timer.unref();
  }

  return {
    add(name: string): void {
      names.add(name);
      plan();
    },
    /** Drops what waits and waits for what is under way. */
    async stop(): Promise<void> {
      stopped = true;
      if (timer) clearTimeout(timer);
      await working;
    },
  };
}
