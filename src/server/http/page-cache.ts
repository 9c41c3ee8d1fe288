import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

type Bytes = Uint8Array<ArrayBuffer>;

interface CachedPage {
  headers: [string, string][];
  etag: string;
  /** Light at first: most addresses that a crawler makes up are asked for once. */
  gzip: Bytes;
  /** Made once the page is asked for again. */
  brotli: Bytes | Promise<void> | null;
  /** Shared by the answers that need it, for as long as one of them does. */
  plain: WeakRef<Bytes> | Promise<Bytes> | null;
  bytes: number;
  renderedAt: number;
}

interface Options {
  freshMs: number;
  /** A page older than this is rendered before it is served, not after. */
  staleMs: number;
  maxBytes: number;
  now?: () => number;
}

/**
 * Keeps visitors' pages as compressed bytes. A page is fresh for a few seconds; a stale one is served
 * while a single request renders it anew. Only whole successes are kept: never a redirect, an error or
 * an answer that sets a cookie. The least recently used pages go first.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #rendering = new Map<string, Promise<CachedPage | Response>>();
  readonly #options: Required<Options>;
  #bytes = 0;

  constructor(options: Options) {
    this.#options = { now: Date.now, ...options };
  }

  /** Answers `request` from the page of `key`, or from `render`, which all who wait for it share. */
  async respond(key: string, request: Request, render: () => Promise<Response>): Promise<Response> {
    const page = this.#pages.get(key);
    if (page) {
      this.#pages.delete(key);
      this.#pages.set(key, page);
      const age = this.#options.now() - page.renderedAt;
      if (age < this.#options.staleMs) this.#improve(key, page);
      if (age < this.#options.freshMs) return answer(page, request);
      if (age < this.#options.staleMs) {
        this.#render(key, render).catch(() => {});
        return answer(page, request);
      }
    }
    const shared = this.#rendering.get(key);
    const rendered = await (shared ?? this.#render(key, render));
    if (rendered instanceof Response) return shared ? render() : rendered;
    return answer(rendered, request);
  }

  #render(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const current = this.#rendering.get(key);
    if (current) return current;
    const started = this.#keep(key, render).finally(() => this.#rendering.delete(key));
    this.#rendering.set(key, started);
    return started;
  }

  async #keep(key: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const response = await render();
    if (response.status !== 200 || response.headers.has('Set-Cookie')) return response;
    const body = Buffer.from(await response.arrayBuffer());
    response.headers.delete('Content-Length');
    const headers = [...response.headers];
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const renderedAt = this.#options.now();
    const before = this.#pages.get(key);
    // Most pages come out as they were.
    if (before?.etag === etag) return Object.assign(before, { headers, renderedAt });
    const light = exact(await toGzip(body, { level: constants.Z_BEST_SPEED }));
    const page: CachedPage = {
      headers,
      etag,
      gzip: light,
      brotli: before?.brotli ? await brotliOf(body) : null,
      plain: null,
      bytes: 0,
      renderedAt,
    };
    this.#forget(key);
    this.#pages.set(key, page);
    this.#measure(page);
    return page;
  }

  /** Compresses better, after the answer, what is asked for again. */
  #improve(key: string, page: CachedPage): void {
    page.brotli ??= fromGzip(page.gzip)
      .then(brotliOf)
      .then((brotli) => {
        page.brotli = brotli;
        if (this.#pages.get(key) === page) this.#measure(page);
      })
      .catch(() => {
        page.brotli = null;
      });
  }

  #measure(page: CachedPage): void {
    this.#bytes -= page.bytes;
    page.bytes = sizeOf(page);
    this.#bytes += page.bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#bytes -= page.bytes;
    this.#pages.delete(key);
  }
}

const sizeOf = ({ headers, gzip, brotli }: CachedPage) =>
  // The headers hold the policy; the rest is what a page costs in objects.
  headers.join().length + 1_000 + gzip.length + (brotli instanceof Uint8Array ? brotli.length : 0);

async function brotliOf(body: Buffer): Promise<Bytes> {
  return exact(await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
}

/** A copy of its own size: what zlib answers may lie in a larger piece of memory. */
const exact = (bytes: Buffer): Bytes => new Uint8Array(bytes);

/** Few clients read no compressed pages; many at once must not hold a copy each. */
async function plainOf(page: CachedPage): Promise<Bytes> {
  const current = page.plain instanceof WeakRef ? page.plain.deref() : page.plain;
  if (current) return current;
  const made = fromGzip(page.gzip).then(exact);
  page.plain = made;
  try {
    const bytes = await made;
    page.plain = new WeakRef(bytes);
    return bytes;
  } catch (error) {
    page.plain = null;
    throw error;
  }
}

async function answer(page: CachedPage, request: Request): Promise<Response> {
  const headers = new Headers(page.headers);
  headers.set('ETag', page.etag);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  if (request.headers.get('If-None-Match')?.includes(page.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const accepts = request.headers.get('Accept-Encoding') ?? '';
  let body: Bytes;
  if (page.brotli instanceof Uint8Array && /\bbr\b/.test(accepts)) {
    headers.set('Content-Encoding', 'br');
    body = page.brotli;
  } else if (/\bgzip\b/.test(accepts)) {
    headers.set('Content-Encoding', 'gzip');
    body = page.gzip;
  } else {
    body = await plainOf(page);
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}
