import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#domain/base-context.ts';
import { retry } from '#shared/lib/retry.ts';

/** A started web process. */
export interface WebProcess {
  /** Resolves when it serves requests. */
  ready: Promise<void>;
  /** Resolves with the exit code or signal when it has ended. */
  exited: Promise<string>;
  /** Makes it finish its requests and exit. */
  stop(how: 'stop' | 'drain'): void;
  /** Resolves when the process answers: its event loop is not blocked. */
  ping(): Promise<void>;
  kill(): void;
}

interface Options {
  count: number;
  /** Starts a process with a name such as `web-1`. */
  start(name: string): WebProcess;
  log: Log;
  /** A process cannot be started. */
  onFailure(message: string): void;
  times?: Partial<typeof defaultTimes>;
}

const defaultTimes = {
  /** A process that is not ready after this time is killed. */
  startMs: 60_000,
  /** The wait before a process is started again. It doubles with each early end. */
  backoffMs: 500,
  backoffMaxMs: 30_000,
  /** A process that ends within this time has ended early. */
  earlyMs: 60_000,
  /** A process that has not ended after this time is killed. */
  stopMs: 25_000,
  drainMs: 260_000,
  pingMs: 10_000,
};

const startAttempts = 3;
/** A process that has not answered so many pings hangs. The slowest request blocks it for far less time. */
const missedPingsMax = 3;

/** The place of one web process: when the process ends, another one takes its place. */
interface Place {
  name: string;
  current: WebProcess | null;
  startedAt: number;
  earlyEnds: number;
  isReplacing: boolean;
  /** Resolves when the process that ended has a successor. */
  filling: Promise<void> | null;
}

/**
 * Keeps `count` web processes running. A process that ends is started again, with growing waits if it ends
 * early. If one ends three times in a row at the start of the instance, `onFailure` is called.
 */
export function superviseWebProcesses({ count, start, log, onFailure, ...options }: Options) {
  const times = { ...defaultTimes, ...options.times };
  const alive = new Set<WebProcess>();
  const places = Array.from({ length: count }, (_, index): Place => {
    return {
      name: `web-${index + 1}`,
      current: null,
      startedAt: 0,
      earlyEnds: 0,
      isReplacing: false,
      filling: null,
    };
  });
  let isStopping = false;
  let restarting: Promise<boolean> | null = null;

  /** @throws Error when the process ended before it was ready. */
  async function startOnce(name: string): Promise<WebProcess> {
    const child = start(name);
    alive.add(child);
    void child.exited.then(() => alive.delete(child));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(child.kill()), times.startMs);
    const end = await Promise.race([child.ready.then(() => null), child.exited]);
    clearTimeout(timer);
    if (end === null) return child;
    throw new Error(late.signal.aborted ? 'it was not ready in time' : end);
  }

  function startWithRetries(name: string): Promise<WebProcess> {
    return retry(() => startOnce(name), {
      attempts: startAttempts,
      waitMs: (_error, attempt) => (isStopping ? null : times.backoffMs * 2 ** (attempt - 1)),
      onRetry: (error) => logFailedStart(name, error),
    });
  }

  function logFailedStart(name: string, error: unknown): void {
    if (isStopping) return;
    log.error({ process: name, err: error }, 'a web process ended while it started');
  }

  function fail(name: string, error: unknown): void {
    if (isStopping) return;
    const reason = error instanceof Error ? error.message : String(error);
    onFailure(
      `The web process ${name} ended ${startAttempts} times in a row while it started (${reason}).`,
    );
  }

  function put(place: Place, child: WebProcess): void {
    place.current = child;
    place.startedAt = performance.now();
    const watch = setInterval(watchForHang(place.name, child), times.pingMs);
    void child.exited.then((end) => {
      clearInterval(watch);
      if (isStopping || place.current !== child) return;
      place.current = null;
      log.error({ process: place.name, end }, 'a web process ended; it is started again');
      if (!place.isReplacing) fill(place);
    });
  }

  /**
   * Pings are counted, not timed: when this process itself was blocked or suspended, only one is missed.
   */
  function watchForHang(name: string, child: WebProcess): () => void {
    let missed = 0;
    return () => {
      if (missed === missedPingsMax) {
        log.error({ process: name }, 'a web process does not answer; it is killed');
        child.kill();
        return;
      }
      missed += 1;
      void child.ping().then(() => {
        missed = 0;
      });
    };
  }

  function fill(place: Place): void {
    place.filling = refill(place).finally(() => {
      place.filling = null;
    });
  }

  /** Starts a process until it is ready. The database may be down, and the others still serve. */
  async function refill(place: Place): Promise<void> {
    const isEarly = performance.now() - place.startedAt < times.earlyMs;
    place.earlyEnds = isEarly ? place.earlyEnds + 1 : 0;
    for (;;) {
      // The first end is no pattern yet.
      const doublings = place.earlyEnds - 2;
      if (doublings >= 0) {
        await pause(Math.min(times.backoffMaxMs, times.backoffMs * 2 ** doublings));
      }
      if (isStopping) return;
      try {
        put(place, await startOnce(place.name));
        return;
      } catch (error) {
        place.earlyEnds += 1;
        logFailedStart(place.name, error);
      }
    }
  }

  async function endWithin(child: WebProcess, ms: number): Promise<void> {
    const timer = setTimeout(() => child.kill(), ms);
    await child.exited;
    clearTimeout(timer);
  }

  async function replaceAll(): Promise<boolean> {
    for (const place of places) {
      // A process that is being started at the moment may run an older build.
      while (place.filling) await place.filling;
      if (isStopping || !place.current) continue;
      const old = place.current;
      place.isReplacing = true;
      try {
        put(place, await startWithRetries(place.name));
      } catch (error) {
        log.error(
          { process: place.name, err: error },
          'the restart of the web processes was given up',
        );
        place.isReplacing = false;
        if (!place.current) fill(place);
        return false;
      }
      place.isReplacing = false;
      old.stop('drain');
      await endWithin(old, times.drainMs);
    }
    return true;
  }

  return {
    /** Starts all processes. Resolves with whether all are ready. */
    async startAll(): Promise<boolean> {
      const started = places.map(async (place) => {
        try {
          put(place, await startWithRetries(place.name));
          return true;
        } catch (error) {
          fail(place.name, error);
          return false;
        }
      });
      return (await Promise.all(started)).every(Boolean);
    },

    /**
     * Replaces one process after the other. The old one stops accepting connections when the new one is
     * ready. Resolves with whether all were replaced.
     */
    restartAll(): Promise<boolean> {
      restarting ??= replaceAll().finally(() => {
        restarting = null;
      });
      return restarting;
    },

    /** Stops all processes and resolves when they have ended. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(
        [...alive].map((child) => {
          child.stop('stop');
          return endWithin(child, times.stopMs);
        }),
      );
    },
  };
}
