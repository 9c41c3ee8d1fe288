import type { Log } from '#domain/base-context.ts';

/**
 * Collects names for `ms` milliseconds, then runs `work` once for all of them. Names that arrive during
 * the work are for the next batch. This limits how often frequent events query the database.
 */
export function createBatchCollector(
  { ms, log, subject }: { ms: number; log: Log; subject: string },
  work: (names: readonly string[]) => Promise<void>,
) {
  let names = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  function schedule(): void {
    if (stopped || timer || running || names.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      const batch = [...names];
      names = new Set();
      running = work(batch)
        .catch((error: unknown) => log.warn({ err: error }, `${subject} could not be sent`))
        .finally(() => {
          running = null;
          schedule();
        });
    }, ms);
    timer.unref();
  }

  return {
    add(name: string): void {
      names.add(name);
      schedule();
    },
    /** Drops waiting names and waits for the running batch. */
    async stop(): Promise<void> {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
