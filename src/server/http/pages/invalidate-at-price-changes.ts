import { findNextSaleChange } from '#domain/catalog/prices/find-next-sale-change.ts';
import type { Ctx } from '#domain/context.ts';
import type { EventHub } from '#server/bootstrap/events.ts';
import type { PageCache } from './page-cache.ts';

/** The longest wait until the next sale is looked up again, so that a lost event does no lasting harm. */
const waitMaxMs = 600_000;

interface Options extends Pick<Ctx, 'db' | 'clock' | 'log'> {
  events: Pick<EventHub, 'listen'>;
  /** Replaced in tests. */
  setTimer?: (work: () => void, ms: number) => Pick<NodeJS.Timeout, 'unref'>;
}

/**
 * Invalidates the pages of visitors when a sale starts or ends. Returns the function that looks up the next
 * sale; it is called when the first page is rendered, and after every change of what visitors see.
 */
export function invalidateAtPriceChanges(
  cache: Pick<PageCache, 'invalidate'>,
  { events, log, setTimer = setTimeout, ...parts }: Options,
): () => void {
  let planned = 0;
  let isPlanned = false;

  async function plan(): Promise<void> {
    isPlanned = true;
    planned += 1;
    const current = planned;
    const next = await findNextSaleChange(parts).catch((error: unknown) => {
      log.warn({ err: error }, 'the next sale could not be looked up');
      return null;
    });
    if (current !== planned) return;
    const wait = next ? next.getTime() - parts.clock.now().getTime() : waitMaxMs;
    const fire = () => {
      if (current !== planned) return;
      if (next && parts.clock.now() >= next) cache.invalidate();
      void plan();
    };
    setTimer(fire, Math.min(Math.max(1, wait), waitMaxMs)).unref();
  }

  events.listen(({ type }) => {
    if (isPlanned && (type === 'content-removed' || type === 'resynchronize')) void plan();
  });
  return () => {
    if (!isPlanned) void plan();
  };
}
