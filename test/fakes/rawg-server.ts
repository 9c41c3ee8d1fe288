import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { defaultRawgGames, type FakeGame } from './rawg-games.ts';
import { createRawgResponse } from './rawg-responses.ts';

/** How the server fails or delays requests. */
export type RawgFailure =
  /** Answers normally, after this many milliseconds. */
  | { slow: number }
  | { status: number; retryAfter?: string; body?: string }
  | { redirect: string }
  /** Answers 200 with this body. */
  | { answer: string; type?: string }
  /** Breaks the connection in the middle of the response. */
  | 'cut'
  /** A response that never ends, with the content type of JSON or of an image. */
  | 'endless'
  /** Answers 200 with an HTML page, as a captive portal does. */
  | 'html'
  /** Answers 200 with invalid JSON. */
  | 'garbage';

export interface RawgServer {
  /** The value for `RAWG_URL`. Pictures are on the same origin. */
  url: string;
  key: string;
  /** The number of requests, all or those with a path such as `games` or `games/3498`. */
  calls(path?: string): number;
  /** The query of each of these requests, without the key. */
  queries(path?: string): string[];
  /**
   * Lets the next `times` requests fail, all by default; null ends it. `path` limits this to requests
   * with this prefix: `games`, or `media` for pictures.
   */
  failNext(next: RawgFailure | null, options?: { times?: number; path?: string }): void;
  close(): Promise<void>;
}

/**
 * Starts a fake of RAWG's API on a free port. By default it has 36 generated games and ten of the bundled
 * catalog. Every API request needs `key`.
 */
export async function startRawgServer(
  options: {
    games?: readonly FakeGame[];
    key?: string;
    /** Ids of games that were merged, with the slug of the game that each was merged into. */
    merged?: Readonly<Record<number, string>>;
  } = {},
): Promise<RawgServer> {
  const { games = defaultRawgGames(), key = 'fake-rawg-key-7f3a', merged = {} } = options;
  const requests: { path: string; query: string }[] = [];
  const stopped = new AbortController();
  let failure: { what: RawgFailure; left: number; path: string } | null = null;

  /** The failure for this request; counts it. */
  function takeFailure(path: string): RawgFailure | null {
    if (!failure || failure.left <= 0 || !path.startsWith(failure.path)) return null;
    failure.left -= 1;
    return failure.what;
  }

  async function answer(url: URL, path: string, response: ServerResponse): Promise<void> {
    if (path.startsWith('media/')) return sendPicture(path, response);
    const sent = url.searchParams.get('key');
    if (sent === null)
      return sendJson(response, 401, { error: 'The key parameter is not provided' });
    if (sent !== key) return sendJson(response, 401, { error: 'Invalid API key' });
    const { status, body } = createRawgResponse(games, url.origin, url, path, merged);
    sendJson(response, status, body);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const path = url.pathname.replace(/^\/(api\/)?/, '');
    const query = new URLSearchParams(url.search);
    query.delete('key');
    requests.push({ path, query: query.toString() });
    const current = takeFailure(path);
    if (current === null) return answer(url, path, response);
    if (typeof current === 'object' && 'slow' in current) {
      const timer = setTimeout(() => void answer(url, path, response), current.slow);
      stopped.signal.addEventListener('abort', () => clearTimeout(timer));
      return;
    }
    sendFailure(current, path.startsWith('media/') ? 'image/png' : 'application/json', response);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('No port was given.');
  const requestsFor = (path?: string) =>
    requests.filter((one) => path === undefined || one.path === path);
  return {
    url: `http://127.0.0.1:${listening.port}/api`,
    key,
    calls: (path) => requestsFor(path).length,
    queries: (path) => requestsFor(path).map(({ query }) => query),
    failNext(next, { times = Number.POSITIVE_INFINITY, path = '' } = {}) {
      failure = next === null ? null : { what: next, left: times, path };
    },
    close() {
      stopped.abort();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function sendFailure(
  failure: Exclude<RawgFailure, { slow: number }>,
  type: string,
  to: ServerResponse,
) {
  if (failure === 'cut') {
    to.writeHead(200, { 'content-type': type, 'content-length': '1000' });
    to.write('{"count": 1, "results": [', () => to.destroy());
  } else if (failure === 'endless') {
    to.writeHead(200, { 'content-type': type });
    to.write('{"count": 1, "results": [');
    const more = () => {
      while (!to.destroyed && to.write(' '.repeat(64_000)));
    };
    to.on('drain', more);
    more();
  } else if (failure === 'html') {
    to.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Please log in.</p>');
  } else if (failure === 'garbage') {
    to.writeHead(200, { 'content-type': type }).end('{"count": 1, "results": [{');
  } else if ('redirect' in failure) {
    to.writeHead(302, { location: failure.redirect }).end();
  } else if ('status' in failure) {
    const retryAfter =
      failure.retryAfter === undefined ? {} : { 'retry-after': failure.retryAfter };
    to.writeHead(failure.status, { 'content-type': 'application/json', ...retryAfter });
    to.end(failure.body ?? JSON.stringify({ detail: `Told to answer ${failure.status}.` }));
  } else {
    to.writeHead(200, { 'content-type': failure.type ?? type }).end(failure.answer);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends a small picture whose colour depends on the id, in the format of the file extension. */
async function sendPicture(path: string, response: ServerResponse): Promise<void> {
  const [, id = '0', kind] = /(\d+)(?:-more)?\.(jpg|png)$/.exec(path) ?? [];
  const hue = Number(id) % 200;
  const background = { r: 40 + hue, g: 240 - hue, b: 90 };
  const picture = sharp({ create: { width: 320, height: 180, channels: 3, background } });
  const bytes = await (kind === 'png' ? picture.png() : picture.jpeg()).toBuffer();
  response.writeHead(200, {
    'content-type': kind === 'png' ? 'image/png' : 'image/jpeg',
    'content-length': bytes.byteLength,
  });
  response.end(bytes);
}
