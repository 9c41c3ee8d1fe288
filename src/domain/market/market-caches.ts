import type { Clock } from '../base-context.ts';
import { createTtlCache } from '../lib/ttl-cache.ts';

export interface CardMedianPrice {
  /** Cents; null if too few accounts sell the card, see `getCardPrices`. */
  median: number | null;
  /** The number of counted sales and of their sellers. */
  sales: number;
  sellers: number;
}

const freshMs = 60_000;
const entriesMax = 2_000;

/** Creates the caches of the market; once per process. */
export function createMarketCaches(clock: Clock) {
  return {
    /**
     * Queries that match more than `marketConstants.countMax` listings. Counting is the most expensive part of a
     * page, and this changes rarely.
     */
    largeResults: createTtlCache(clock, { ms: freshMs, max: entriesMax }),
    /** The numbers of existing copies of kinds that have very many. */
    copies: createTtlCache<number>(clock, { ms: freshMs, max: entriesMax }),
    /** The median prices of cards with very many sales. */
    medianPrices: createTtlCache<CardMedianPrice>(clock, { ms: freshMs, max: entriesMax }),
  };
}

export type MarketCaches = ReturnType<typeof createMarketCaches>;
