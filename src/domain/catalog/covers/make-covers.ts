import type { Clock, Log } from '#domain/base-context.ts';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import { coverConstants } from '#shared/constants/covers.ts';
import { isCatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import type { CatalogProvider } from '../provider/catalog-provider.ts';
import type { CoverRequest } from './cover-address.ts';
import { createCoverFailures } from './cover-failures.ts';
import type { BundledCovers, CoverCache, CoverRenderer } from './cover-renderer.ts';

export interface CoverMakerOptions {
  clock: Clock;
  log: Log;
  /** Null where there is none: what was kept of its pictures is still shown. */
  gamesDatabase: Pick<CatalogProvider, 'getPicture'> | null;
  maker: CoverRenderer;
  store: CoverCache;
  drawn: BundledCovers;
  /** How many pictures are made at once; each takes a thread of the few that files and passwords share. */
  makingAtOnce: number;
}

/** A picture; when to ask again (milliseconds) where it could not be had now; null where there is none. */
export type CoverMade = { bytes: Uint8Array } | { retryAfterMs: number } | null;

interface Flight {
  key: string;
  /** As stored: drawn for a PNG, else at the source. */
  address: string;
  wish: CoverRequest;
}

/** Makes the way of a picture from where it lies to its bytes, one way at a time of each. */
export function createCoverMaker(parts: CoverMakerOptions): (flight: Flight) => Promise<CoverMade> {
  const { clock, log, gamesDatabase, maker, store, drawn, makingAtOnce } = parts;
  const flights = new Map<string, Promise<CoverMade>>();
  const misses = createCoverFailures(clock);
  const later = { retryAfterMs: coverConstants.missedMs };
  const full = { retryAfterMs: 5_000 };
  // Always entered in this order. Who makes is behind a gate that bounds how many wait for it.
  const drawing = createConcurrencyLimiter({
    atOnce: 1,
    waitingMax: coverConstants.drawnSharesWaitingMax,
  });
  const sharing = createConcurrencyLimiter({
    atOnce: 1,
    waitingMax: coverConstants.sharesWaitingMax,
  });
  // One source that hangs must not take the places of all others.
  const ofOrigin = createConcurrencyLimiters({
    atOnce: coverConstants.fetchesOfOrigin,
    waitingMax: coverConstants.waitingMax,
  });
  const fetching = createConcurrencyLimiter({
    atOnce: coverConstants.fetchesAtOnce,
    waitingMax: coverConstants.waitingMax,
  });
  const making = createConcurrencyLimiter({
    atOnce: makingAtOnce,
    waitingMax: Number.POSITIVE_INFINITY,
  });

  /** Keeps what was made; null stands for no picture. */
  async function keep(key: string, bytes: Uint8Array | null): Promise<CoverMade> {
    if (bytes === null) {
      misses.missed(key, 'picture');
      return null;
    }
    await store.write(key, bytes);
    return { bytes };
  }

  async function fromDrawn({ key, address, wish }: Flight): Promise<CoverMade> {
    const svg = await drawn.read(address);
    const made = svg && (await making(() => maker.drawnForSharing(svg), null));
    if (!made) log.warn({ gameId: wish.gameId }, 'a drawn cover is not there, or no picture');
    return keep(key, made);
  }

  async function fromSource({ key, address, wish }: Flight): Promise<CoverMade> {
    const origin = URL.parse(address)?.origin;
    if (!gamesDatabase || !origin) return null;
    const rest = misses.restOf(origin);
    if (rest > 0) return { retryAfterMs: rest };
    let sent: Uint8Array;
    try {
      sent = await gamesDatabase.getPicture(address, coverConstants.bytesMax);
    } catch (error) {
      return failed(error, key, origin, wish.gameId);
    }
    misses.answered(origin);
    const made = await making(
      () => (wish.format === 'webp' ? maker.forPage(sent, wish.width) : maker.forSharing(sent)),
      null,
    );
    if (!made) log.warn({ gameId: wish.gameId, kind: wish.kind }, 'what was sent is no picture');
    return keep(key, made);
  }

  function failed(error: unknown, key: string, origin: string, gameId: number): CoverMade {
    if (!isCatalogProviderError(error)) throw error;
    const { trouble, retryAfterMs } = error;
    log.warn({ gameId, trouble, detail: String(error) }, 'a picture could not be fetched');
    if (trouble === 'malformed') {
      misses.answered(origin);
      misses.missed(key, 'picture');
      return null;
    }
    misses.missed(key, 'source');
    misses.failed(origin, trouble === 'limited', retryAfterMs);
    return later;
  }

  async function fly(flight: Flight): Promise<CoverMade> {
    const kept = await store.read(flight.key);
    if (kept) return { bytes: kept };
    const fault = misses.faultOf(flight.key);
    if (fault) return fault === 'picture' ? null : later;
    const { format } = flight.wish;
    if (format === 'png') return drawing(() => fromDrawn(flight), full);
    const origin = URL.parse(flight.address)?.origin ?? '';
    const fetched = () => ofOrigin(origin, () => fetching(() => fromSource(flight), full), full);
    return format === 'jpg' ? sharing(fetched, full) : fetched();
  }

  return (flight) => {
    const current = flights.get(flight.key);
    if (current) return current;
    const started = fly(flight)
      .catch((error: unknown) => {
        log.error({ err: error, gameId: flight.wish.gameId }, 'a picture could not be made');
        misses.missed(flight.key, 'source');
        return later;
      })
      .finally(() => flights.delete(flight.key));
    flights.set(flight.key, started);
    return started;
  };
}
