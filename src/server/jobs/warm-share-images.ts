import { setTimeout as pause } from 'node:timers/promises';
import { listBundledShareImages } from '#domain/catalog/covers/list-bundled-share-images.ts';
import type { Services } from '../bootstrap/services.ts';

export interface Pace {
  /** Milliseconds before the first image, so that the start of a server is not slowed down. */
  startDelayMs: number;
  /** The minimum pause between two images, in milliseconds. */
  minPauseMs: number;
  /** The pause as a multiple of the last image's duration: on a busy machine the pauses are longer. */
  pauseFactor: number;
}

/** At most a tenth of a core. The bundled games are ready after about five minutes. */
const defaultPace: Pace = { startDelayMs: 30_000, minPauseMs: 900, pauseFactor: 9 };

/**
 * Creates the missing share images of bundled covers on disk, one at a time: services that preview a link
 * request the image once and do not wait. `done` resolves after the last image; `stop` ends after the
 * current one.
 */
export function warmShareImages(
  services: Pick<Services, 'db' | 'catalog' | 'log'>,
  pace: Pace = defaultPace,
): { done: Promise<void>; stop(): Promise<void> } {
  const {
    catalog: { covers },
    log,
  } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  // The timer does not keep the process alive.
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false });

  async function warm(): Promise<void> {
    await rest(pace.startDelayMs);
    for (const request of await listBundledShareImages(services)) {
      signal.throwIfAborted();
      const picture = await covers.find(request);
      if (!picture || (await picture.isCached())) continue;
      const startedAt = performance.now();
      await picture.read();
      await rest(Math.max(pace.minPauseMs, (performance.now() - startedAt) * pace.pauseFactor));
    }
  }

  const done = warm().catch((error: unknown) => {
    if (!signal.aborted)
      log.warn(
        { err: error },
        'share images could not be created in advance; they are created on request',
      );
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
