import type { Clock, Log } from '#domain/base-context.ts';
import {
  createConcurrencyLimiter,
  createConcurrencyLimiters,
} from '#domain/lib/concurrency-limiter.ts';
import { coverConstants } from '#shared/constants/catalog/covers.ts';
import { isCatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import type { CatalogProvider } from '../provider/catalog-provider-port.ts';
import { createCoverFailures } from './cover-failures.ts';
import { type CoverRequest, parseSitePicturePath } from './cover-path.ts';
import type { BundledCovers, CoverCache, CoverRenderer } from './cover-renderer.ts';

export interface CoverGeneratorOptions {
  clock: Clock;
  log: Log;
  /** Null if none is configured. Cached covers are then still shown. */
  provider: () => Pick<CatalogProvider, 'getPicture'> | null;
  /** Reads the full size of a picture of the site; null if it was deleted. */
  readSitePicture(picture: { id: string; hash: string }): Promise<Uint8Array | null>;
  renderer: CoverRenderer;
  cache: CoverCache;
  bundledCovers: BundledCovers;
  /** How many covers are rendered at once. Each takes a thread of the pool that files and passwords share. */
  rendersAtOnce: number;
}

/** The cover; or when to request it again, in milliseconds; or null if there is no usable picture. */
export type CoverResult = { bytes: Uint8Array } | { retryAfterMs: number } | null;

interface CoverJob {
  key: string;
  /** The stored path of a bundled picture for a PNG; otherwise that of a picture of the site, or a URL. */
  source: string;
  request: CoverRequest;
}

/** Returns a function that fetches and renders a cover. Simultaneous calls for one key share one job. */
export function createCoverGenerator(
  parts: CoverGeneratorOptions,
): (job: CoverJob) => Promise<CoverResult> {
  const { clock, log, renderer, cache, bundledCovers, rendersAtOnce } = parts;
  const running = new Map<string, Promise<CoverResult>>();
  const failures = createCoverFailures(clock);
  const retryLater = { retryAfterMs: coverConstants.retryAfterFailureMs };
  const tooBusy = { retryAfterMs: 5_000 };
  // Always entered in this order. Rendering has no limit of its own on waiting jobs, because the limiters
  // before it bound them.
  const bundledShareLimiter = createConcurrencyLimiter({
    atOnce: 1,
    waitingMax: coverConstants.drawnSharesWaitingMax,
  });
  const shareLimiter = createConcurrencyLimiter({
    atOnce: 1,
    waitingMax: coverConstants.sharesWaitingMax,
  });
  // One source that does not answer must not block all others.
  const originLimiters = createConcurrencyLimiters({
    atOnce: coverConstants.concurrentFetchesPerOriginMax,
    waitingMax: coverConstants.waitingMax,
  });
  const fetchLimiter = createConcurrencyLimiter({
    atOnce: coverConstants.concurrentFetchesMax,
    waitingMax: coverConstants.waitingMax,
  });
  const renderLimiter = createConcurrencyLimiter({
    atOnce: rendersAtOnce,
    waitingMax: Number.POSITIVE_INFINITY,
  });

  /** Caches a rendered cover. Null means that the picture cannot be used. */
  async function save(key: string, bytes: Uint8Array | null): Promise<CoverResult> {
    if (bytes === null) {
      failures.recordFailure(key, 'picture');
      return null;
    }
    await cache.write(key, bytes);
    return { bytes };
  }

  async function renderBundled({ key, source, request }: CoverJob): Promise<CoverResult> {
    const svg = await bundledCovers.read(source);
    const rendered =
      svg && (await renderLimiter(() => renderer.renderBundledShareImage(svg), null));
    if (!rendered)
      log.warn({ gameId: request.gameId }, 'a bundled cover is missing or cannot be rendered');
    return save(key, rendered);
  }

  async function renderSitePicture(job: CoverJob): Promise<CoverResult> {
    const source = parseSitePicturePath(job.source);
    const picture = source && (await parts.readSitePicture(source));
    return picture ? save(job.key, await renderRaster(picture, job.request)) : null;
  }

  function renderRaster(picture: Uint8Array, request: CoverRequest): Promise<Uint8Array | null> {
    const render = () =>
      request.format === 'webp'
        ? renderer.renderForPage(picture, request.width)
        : renderer.renderShareImage(picture);
    return renderLimiter(render, null);
  }

  async function fetchAndRender({ key, source, request }: CoverJob): Promise<CoverResult> {
    const origin = URL.parse(source)?.origin;
    // It can be set while the server runs.
    const provider = parts.provider();
    if (!provider || !origin) return null;
    const pauseMs = failures.getSourcePauseMs(origin);
    if (pauseMs > 0) return { retryAfterMs: pauseMs };
    let picture: Uint8Array;
    try {
      picture = await provider.getPicture(source, coverConstants.bytesMax);
    } catch (error) {
      return recordError(error, key, origin, request.gameId);
    }
    failures.recordSourceSuccess(origin);
    const rendered = await renderRaster(picture, request);
    if (!rendered)
      log.warn(
        { gameId: request.gameId, kind: request.kind },
        'the source sent a picture that cannot be used',
      );
    return save(key, rendered);
  }

  function recordError(error: unknown, key: string, origin: string, gameId: number): CoverResult {
    if (!isCatalogProviderError(error)) throw error;
    const { problem, retryAfterMs } = error;
    log.warn({ gameId, problem, detail: String(error) }, 'a cover could not be fetched');
    if (problem === 'malformed') {
      failures.recordSourceSuccess(origin);
      failures.recordFailure(key, 'picture');
      return null;
    }
    failures.recordFailure(key, 'source');
    failures.recordSourceFailure(origin, problem === 'limited', retryAfterMs);
    return retryLater;
  }

  async function generate(job: CoverJob): Promise<CoverResult> {
    const cached = await cache.read(job.key);
    if (cached) return { bytes: cached };
    const cause = failures.getFailureCause(job.key);
    if (cause) return cause === 'picture' ? null : retryLater;
    const { format } = job.request;
    if (format === 'png') return bundledShareLimiter(() => renderBundled(job), tooBusy);
    if (parseSitePicturePath(job.source)) {
      const render = () => fetchLimiter(() => renderSitePicture(job), tooBusy);
      return format === 'jpg' ? shareLimiter(render, tooBusy) : render();
    }
    const origin = URL.parse(job.source)?.origin ?? '';
    const fetchCover = () =>
      originLimiters(origin, () => fetchLimiter(() => fetchAndRender(job), tooBusy), tooBusy);
    return format === 'jpg' ? shareLimiter(fetchCover, tooBusy) : fetchCover();
  }

  return (job) => {
    const current = running.get(job.key);
    if (current) return current;
    const started = generate(job)
      .catch((error: unknown) => {
        log.error({ err: error, gameId: job.request.gameId }, 'a cover could not be rendered');
        failures.recordFailure(job.key, 'source');
        return retryLater;
      })
      .finally(() => running.delete(job.key));
    running.set(job.key, started);
    return started;
  };
}
