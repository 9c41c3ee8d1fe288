import type { ReceivedEvent } from '#domain/events.ts';
import type { EventHub } from '#server/bootstrap/events.ts';
import type { PageCache } from './page-cache.ts';

/** The shortest time between two invalidations, so that many deletions do not stop the caching. */
const defaultIntervalMs = 500;

const invalidating: readonly ReceivedEvent['type'][] = [
  'content-removed',
  'privacy-changed',
  'site-changed',
  'resynchronize',
];

/**
 * Invalidates the pages of visitors at once when a text or picture was removed on any node, when a player
 * changed who may see what, when an admin changed the site, or when events of other nodes may be lost.
 */
export function invalidateByEvents(
  cache: Pick<PageCache, 'invalidate'>,
  events: Pick<EventHub, 'listen'>,
  intervalMs = defaultIntervalMs,
): void {
  let isWaiting = false;
  let timer: NodeJS.Timeout | null = null;

  function invalidate(): void {
    if (timer) {
      isWaiting = true;
      return;
    }
    cache.invalidate();
    if (intervalMs === 0) return;
    timer = setTimeout(() => {
      timer = null;
      if (!isWaiting) return;
      isWaiting = false;
      invalidate();
    }, intervalMs);
    timer.unref();
  }

  events.listen(({ type }) => {
    if (invalidating.includes(type)) invalidate();
  });
}
