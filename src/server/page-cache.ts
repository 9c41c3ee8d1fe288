import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';

interface CachedPage {
  status: number;
  headers: [string, string][];
  etag: string;
  bodies: Record<Encoding, Uint8Array<ArrayBuffer>>;
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

  /** Forgets every page: what they show has changed at once, as after an import. */
  clear(): void {
    this.#pages.clear();
    this.#bytes = 0;
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
    const [br, gz] = await Promise.all([
      brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      gzipped(body, { level: 6 }),
    ]);
    response.headers.delete('Content-Length');
    const page: CachedPage = {
      status: 200,
      headers: [...response.headers],
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      bodies: { br: new Uint8Array(br), gzip: new Uint8Array(gz), identity: new Uint8Array(body) },
      bytes: body.length + br.length + gz.length,
      renderedAt: this.#options.now(),
    };
    this.#forget(key);
    this.#pages.set(key, page);
    this.#bytes += page.bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break;
      this.#forget(oldest);
    }
    return page;
  }

  #forget(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#bytes -= page.bytes;
    this.#pages.delete(key);
  }
}

function answer(page: CachedPage, request: Request): Response {
  const accepts = request.headers.get('Accept-Encoding') ?? '';
  const encoding: Encoding = /\bbr\b/.test(accepts)
    ? 'br'
    : /\bgzip\b/.test(accepts)
      ? 'gzip'
      : 'identity';
  const headers = new Headers(page.headers);
  headers.set('ETag', page.etag);
  headers.set('Vary', 'Accept-Encoding, Cookie');
  if (request.headers.get('If-None-Match')?.includes(page.etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  return new Response(request.method === 'HEAD' ? null : page.bodies[encoding], { headers });
}
