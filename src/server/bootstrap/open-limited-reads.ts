import { LRUCache } from 'lru-cache';
import type { Database } from '#database/client.ts';
import { openFilteredDatabase } from '#database/filtered/open-filtered-database.ts';
import {
  getReaderLimits,
  type ReaderLimits,
  type SiteLimits,
} from '#domain/age-limits/get-reader-limits.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import type { LimitedReads, ReadParts } from '#domain/context.ts';
import { createDiscussionCaches } from '#domain/discussions/lists/discussion-caches.ts';
import { createReadCache } from '#domain/lib/cached-read.ts';
import { createMarketCaches } from '#domain/market/market-caches.ts';
import type { EventHub } from './events.ts';
import { readSiteLimits } from './read-site-limits.ts';

/** A change reaches every node by an event. This is for a node that did not hear of it. */
const freshMs = 10_000;
/** Readers of different limits, such as those of one school class, with caches of their own at once. */
const limitsMax = 50;

/** After these, other readers may have limits. */
const changingEvents = new Set<string>(['site-changed', 'content-removed', 'resynchronize']);

interface Options {
  db: Database;
  clock: Clock;
  log: Log;
  events: EventHub;
  unlimited: ReadParts;
  /** What some readers may not see now. */
  site: SiteLimits;
}

/** What readers with limits read from: a filtered database, and caches that only readers of the same limits share. */
export function openLimitedReads({
  db,
  clock,
  log,
  events,
  unlimited,
  site: siteAtStart,
}: Options): LimitedReads {
  const parts = new LRUCache<string, ReadParts>({ max: limitsMax });
  let site = siteAtStart;
  let readAt = clock.now().getTime();
  let newest = 0;

  function refresh(): void {
    readAt = clock.now().getTime();
    newest += 1;
    const number = newest;
    readSiteLimits(db).then(
      (read) => {
        // Reads end in any order: an earlier one must not replace a later one.
        if (number === newest) site = read;
      },
      (error: unknown) => log.error({ err: error }, 'reading the limits of readers failed'),
    );
  }

  events.listen((event) => {
    if (event.type === 'read-outdated') {
      for (const { readCache } of parts.values()) readCache.delete(event.read);
    }
    if (event.type === 'resynchronize') parts.clear();
    if (changingEvents.has(event.type)) refresh();
  });

  function open(limits: ReaderLimits): ReadParts {
    return {
      db: openFilteredDatabase(db, limits),
      readCache: createReadCache(clock),
      market: { ...unlimited.market, caches: createMarketCaches(clock) },
      discussions: { caches: createDiscussionCaches(clock) },
      limitsKey: limits.key,
    };
  }

  return {
    unlimited,
    of(actor) {
      if (clock.now().getTime() - readAt >= freshMs) refresh();
      const limits = getReaderLimits(actor, site);
      if (limits === null) return unlimited;
      const opened = parts.get(limits.key) ?? open(limits);
      parts.set(limits.key, opened);
      return opened;
    },
  };
}
