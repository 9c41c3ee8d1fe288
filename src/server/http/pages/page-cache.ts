import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createConcurrencyLimiter } from '#domain/lib/concurrency-limiter.ts';
import { readAcceptedEncodings } from '../accepted-encodings.ts';
import { compressFast } from './compress-response.ts';

const toBrotli = promisify(brotliCompress);
const fromGzip = promisify(gunzip);

type Bytes = Uint8Array<ArrayBuffer>;

interface CachedPage {
  headers: [string, string][];
  etag: string;
  /** Compressed fast: most URLs that crawlers request are requested only once. */
  gzip: Bytes;
  /** Compressed when the page is requested again. */
  brotli: Bytes | Promise<void> | null;
  /** Uncompressed. Shared by the responses that need it, while any of them does. */
  plain: WeakRef<Bytes> | Promise<Bytes> | null;
  renderedAt: number;
  /** The generation of the cache in which the rendering started. */
  generation: number;
}

interface Options {
  freshMs: number;
  /** A page older than this is rendered before it is served, not after. */
  staleMs: number;
  maxBytes: number;
  now?: () => number;
}

/** Who requests a page. */
export interface RenderingCaller {
  name: string;
  /** Runs `work` when it is the caller's turn. */
  enter<T>(work: () => Promise<T>): Promise<T>;
}

const unlimited: RenderingCaller = { name: '', enter: (work) => work() };

type PendingStart = () => Promise<CachedPage | null>;
type PendingPages = Map<string, ReturnType<PendingStart>>;

/**
 * Caches responses as compressed bytes. A page is fresh for a few seconds; a stale one is served while a
 * single request renders it again. Only responses with status 200 and without Set-Cookie are cached. The
 * least recently used pages are removed first.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  /** The renderings that run, by key. */
  readonly #rendering: PendingPages = new Map();
  /** The renderings that wait or run, by caller and key. */
  readonly #waiting: PendingPages = new Map();
  /** Uncompressed pages are large, so only a few are compressed better at the same time, and few others wait. */
  readonly #improve = createConcurrencyLimiter({ atOnce: 2, waitingMax: 100 });
  readonly #options: Required<Options>;
  #generation = 0;

  constructor(options: Options) {
    this.#options = { now: Date.now, ...options };
    this.#pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: computeSize });
  }

  /**
   * Responds with the cached page of `key`, or with the result of `render`, which waiting requests share. It
   * renders in the turn of `caller`: one with many requests delays only its own, also for a page that others
   * request.
   * @throws what `caller.enter` throws.
   */
  async respond(
    key: string,
    request: Request,
    render: () => Promise<Response>,
    caller: RenderingCaller = unlimited,
  ): Promise<Response> {
    const own: Response[] = [];
    const renderOwn = async () => {
      const response = await render();
      own.push(response);
      return response;
    };
    const page = this.#pages.get(key);
    if (page?.generation === this.#generation) {
      const age = this.#options.now() - page.renderedAt;
      if (age < this.#options.staleMs) this.#compressBetter(key, page);
      if (age < this.#options.freshMs) return createResponse(page, request);
      if (age < this.#options.staleMs) {
        if (!this.#rendering.has(key)) this.#wait(key, renderOwn, caller).catch(() => {});
        return createResponse(page, request);
      }
    }
    const rendered = await this.#wait(key, renderOwn, caller);
    if (rendered) return createResponse(rendered, request);
    return own[0] ?? caller.enter(render);
  }

  /**
   * From now on, only pages whose rendering starts later are served. The bytes stay: most pages are rendered
   * with the same content again.
   */
  invalidate(): void {
    this.#generation += 1;
    this.#rendering.clear();
    this.#waiting.clear();
  }

  /** Waits for the caller's turn to render. Requests of one caller for one page wait together. */
  #wait(key: string, render: () => Promise<Response>, caller: RenderingCaller) {
    return this.#share(this.#waiting, `${caller.name} ${key}`, () =>
      caller.enter(async () => {
        // Another caller may have rendered it meanwhile.
        const page = this.#pages.get(key);
        const isFresh =
          page?.generation === this.#generation &&
          this.#options.now() - page.renderedAt < this.#options.freshMs;
        if (isFresh) return page;
        return this.#share(this.#rendering, key, () => this.#renderAndStore(key, render));
      }),
    );
  }

  /** The pending promise of this name, otherwise the one that `start` returns. */
  #share(pending: PendingPages, name: string, start: PendingStart) {
    const current = pending.get(name);
    if (current) return current;
    const started = start().finally(() => {
      if (pending.get(name) === started) pending.delete(name);
    });
    pending.set(name, started);
    return started;
  }

  /** Returns null for a response that cannot be cached. */
  async #renderAndStore(key: string, render: () => Promise<Response>): Promise<CachedPage | null> {
    const generation = this.#generation;
    const response = await render();
    if (response.status !== 200 || response.headers.has('Set-Cookie')) return null;
    const body = new Uint8Array(await response.arrayBuffer());
    response.headers.delete('Content-Length');
    const headers = [...response.headers];
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const renderedAt = this.#options.now();
    const previous = this.#pages.peek(key);
    // Most pages are rendered with the same content again.
    if (previous?.etag === etag)
      return Object.assign(previous, {
        headers,
        renderedAt,
        generation: Math.max(previous.generation, generation),
      });
    // Not on other threads: each keeps tens of megabytes of what it freed.
    const gzipped = copyExact(compressFast.gzip(body));
    const page: CachedPage = {
      headers,
      etag,
      gzip: gzipped,
      // After an invalidation a request waits for the page, so brotli is made later.
      brotli:
        previous?.brotli && previous.generation === generation ? await compressBrotli(body) : null,
      // Those who wait for it need not decompress it.
      plain: new WeakRef(body),
      renderedAt,
      generation,
    };
    if (generation === this.#generation) this.#pages.set(key, page);
    return page;
  }

  /** Compresses a page better, after the response, when it is requested again. */
  #compressBetter(key: string, page: CachedPage): void {
    page.brotli ??= this.#improve(() => fromGzip(page.gzip).then(compressBrotli), null)
      .then((brotli) => {
        // Too many pages wait: a later request tries again.
        if (brotli === null) page.brotli = null;
        // A copy, because the library computes the size of new objects only.
        if (brotli === null || this.#pages.peek(key) !== page) return;
        // A pending promise would keep the uncompressed page in memory.
        const plain = page.plain instanceof WeakRef ? page.plain : null;
        this.#pages.set(key, { ...page, brotli, plain });
      })
      .catch(() => {
        page.brotli = null;
      });
  }
}

const computeSize = ({ headers, gzip, brotli }: CachedPage, key: string) =>
  // The headers contain the security policy. 1,000 bytes stand for the objects of an entry.
  key.length +
  headers.join().length +
  1_000 +
  gzip.length +
  (brotli instanceof Uint8Array ? brotli.length : 0);

async function compressBrotli(body: Uint8Array): Promise<Bytes> {
  // Most pages are smaller than this window, and the default one needs 4 MB for each.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return copyExact(await toBrotli(body, { params }));
}

/** A copy without unused memory: buffers of zlib can be part of larger ones. */
const copyExact = (bytes: Buffer): Bytes => new Uint8Array(bytes);

/** The uncompressed page. Few clients need it, but many at once must share one copy. */
async function getPlain(page: CachedPage): Promise<Bytes> {
  const current = page.plain instanceof WeakRef ? page.plain.deref() : page.plain;
  if (current) return current;
  const pending = fromGzip(page.gzip).then(copyExact);
  page.plain = pending;
  try {
    const bytes = await pending;
    page.plain = new WeakRef(bytes);
    return bytes;
  } catch (error) {
    page.plain = null;
    throw error;
  }
}

async function createResponse(page: CachedPage, request: Request): Promise<Response> {
  const headers = new Headers(page.headers);
  headers.set('ETag', page.etag);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  if (request.headers.get('If-None-Match')?.includes(page.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const accepted = readAcceptedEncodings(request.headers.get('Accept-Encoding'));
  let body: Bytes;
  if (page.brotli instanceof Uint8Array && accepted.br) {
    headers.set('Content-Encoding', 'br');
    body = page.brotli;
  } else if (accepted.gzip) {
    headers.set('Content-Encoding', 'gzip');
    body = page.gzip;
  } else {
    body = await getPlain(page);
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}
