import { setTimeout as pause } from 'node:timers/promises';
import { listBundledShareImages } from '#domain/catalog/covers/list-bundled-share-images.ts';
import type { Services } from '../bootstrap/services.ts';

export interface Pace {
  /** Milliseconds in which a shop that just opened has its readers alone. */
  beforeMs: number;
  /** Milliseconds between two pictures at least. */
  betweenMs: number;
  /** And so many times what the last one took: a busy machine is given more time. */
  restFactor: number;
}

/** A tenth of a core at most, which has the bundled games ready within some five minutes. */
const unhurried: Pace = { beforeMs: 30_000, betweenMs: 900, restFactor: 9 };

/**
 * Makes the pictures for sharing that are not on the disk yet, one at a time, out of drawn covers alone:
 * who previews a link asks once and does not wait. `done` is when there is no more to make; `stop` ends it
 * after the picture that is being made.
 */
export function warmShareImages(
  services: Pick<Services, 'db' | 'covers' | 'log'>,
  pace: Pace = unhurried,
): { done: Promise<void>; stop(): Promise<void> } {
  const { covers, log } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  // A process that has nothing else to do may end.
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false });

  async function warm(): Promise<void> {
    await rest(pace.beforeMs);
    for (const wish of await listBundledShareImages(services)) {
      signal.throwIfAborted();
      const picture = await covers.find(wish);
      if (!picture || (await picture.isKept())) continue;
      const began = performance.now();
      await picture.read();
      await rest(Math.max(pace.betweenMs, (performance.now() - began) * pace.restFactor));
    }
  }

  const done = warm().catch((error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'pictures for sharing are made when asked for');
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
