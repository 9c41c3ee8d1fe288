import { LRUCache } from 'lru-cache';
import type { Database } from '#database/client.ts';
import { openFilteredDatabase } from '#database/filtered/open-filtered-database.ts';
import { getAgeLimit } from '#domain/age-limits/get-age-limit.ts';
import type { Clock, Log } from '#domain/base-context.ts';
import type { LimitedReads, ReadParts } from '#domain/context.ts';
import { createDiscussionCaches } from '#domain/discussions/lists/discussion-caches.ts';
import { createReadCache } from '#domain/lib/cached-read.ts';
import { createMarketCaches } from '#domain/market/market-caches.ts';
import { readSiteSetting } from '#domain/site/read-site-settings.ts';
import type { AgeLimits } from '#shared/schemas/administration/age-limits.ts';
import type { EventHub } from './events.ts';

/** A change reaches every node by an event. This is for a node that did not hear of it. */
const freshMs = 10_000;
/** Limits with caches of their own at once. More are possible than a site has. */
const limitsMax = 20;

interface Options {
  db: Database;
  clock: Clock;
  log: Log;
  events: EventHub;
  unlimited: ReadParts;
  /** The limits of the site now. */
  limits: AgeLimits;
}

/** What readers with an age limit read from: a filtered database, and caches that nobody else shares. */
export function openLimitedReads({
  db,
  clock,
  log,
  events,
  unlimited,
  limits: limitsAtStart,
}: Options): LimitedReads {
  const parts = new LRUCache<number, ReadParts>({ max: limitsMax });
  let limits = limitsAtStart;
  let readAt = clock.now().getTime();
  let newest = 0;

  function refresh(): void {
    readAt = clock.now().getTime();
    newest += 1;
    const number = newest;
    readSiteSetting(db, 'ageLimits').then(
      (read) => {
        // Reads end in any order: an earlier one must not replace a later one.
        if (number === newest) limits = read;
      },
      (error: unknown) => log.error({ err: error }, 'reading the age limits failed'),
    );
  }

  events.listen((event) => {
    if (event.type === 'read-outdated') {
      for (const { readCache } of parts.values()) readCache.delete(event.read);
    }
    if (event.type === 'resynchronize') parts.clear();
    if (event.type === 'site-changed' || event.type === 'resynchronize') refresh();
  });

  function open(ageLimit: number): ReadParts {
    return {
      db: openFilteredDatabase(db, { ageLimit }),
      readCache: createReadCache(clock),
      market: { ...unlimited.market, caches: createMarketCaches(clock) },
      discussions: { caches: createDiscussionCaches(clock) },
      ageLimit,
    };
  }

  return {
    unlimited,
    of(actor) {
      if (clock.now().getTime() - readAt >= freshMs) refresh();
      const ageLimit = getAgeLimit(actor, limits);
      if (ageLimit === null) return unlimited;
      const opened = parts.get(ageLimit) ?? open(ageLimit);
      parts.set(ageLimit, opened);
      return opened;
    },
  };
}
