import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';
import { answerRawg } from './rawg-answers.ts';
import { defaultRawgGames, type FakeGame } from './rawg-games.ts';

/** What the server does instead of answering, or before it does. */
export type RawgFault =
  /** Answers as ever, but only after so many milliseconds. */
  | { slow: number }
  | { status: number; retryAfter?: string; body?: string }
  | { redirect: string }
  /** A 200 with this body. */
  | { answer: string; type?: string }
  /** The connection breaks in the middle of the answer. */
  | 'cut'
  /** An answer that never ends, JSON in form (for a picture, an image). */
  | 'endless'
  /** A 200 with a page, as of a captive portal. */
  | 'html'
  /** A 200 that says JSON and is none. */
  | 'garbage';

export interface RawgServer {
  /** For `RAWG_URL`; its pictures are on the same origin. */
  url: string;
  key: string;
  /** How many requests came in: all, or those for a path such as `games` or `games/3498`. */
  calls(path?: string): number;
  /** The parameters of each of those requests in turn, as sent, without the key. */
  asked(path?: string): string[];
  /**
   * Meets the next `times` requests with a fault, all of them by default; null ends it. `path` limits
   * it to those that start so: `games`, `media` (pictures).
   */
  fault(next: RawgFault | null, options?: { times?: number; path?: string }): void;
  close(): Promise<void>;
}

/**
 * A games database on a port of its own, in the form of RAWG's API. Its games are `games`, three dozen
 * made-up and ten real ones by default; every request of the API needs `key`.
 */
export async function startRawgServer(
  options: {
    games?: readonly FakeGame[];
    key?: string;
    /** Ids of games that are no more, with the slug of what each was merged with. */
    merged?: Readonly<Record<number, string>>;
  } = {},
): Promise<RawgServer> {
  const { games = defaultRawgGames(), key = 'fake-rawg-key-7f3a', merged = {} } = options;
  const requests: { path: string; query: string }[] = [];
  const stopped = new AbortController();
  let fault: { what: RawgFault; left: number; path: string } | null = null;

  /** The fault that meets this request; a fault of a few times is used up by it. */
  function takeFault(path: string): RawgFault | null {
    if (!fault || fault.left <= 0 || !path.startsWith(fault.path)) return null;
    fault.left -= 1;
    return fault.what;
  }

  async function answer(address: URL, path: string, response: ServerResponse): Promise<void> {
    if (path.startsWith('media/')) return sendPicture(path, response);
    const sent = address.searchParams.get('key');
    if (sent === null)
      return sendJson(response, 401, { error: 'The key parameter is not provided' });
    if (sent !== key) return sendJson(response, 401, { error: 'Invalid API key' });
    const { status, body } = answerRawg(games, address.origin, address, path, merged);
    sendJson(response, status, body);
  }

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const path = address.pathname.replace(/^\/(api\/)?/, '');
    const query = new URLSearchParams(address.search);
    query.delete('key');
    requests.push({ path, query: query.toString() });
    const met = takeFault(path);
    if (met === null) return answer(address, path, response);
    if (typeof met === 'object' && 'slow' in met) {
      const timer = setTimeout(() => answer(address, path, response), met.slow);
      stopped.signal.addEventListener('abort', () => clearTimeout(timer));
      return;
    }
    sendFault(met, path.startsWith('media/') ? 'image/png' : 'application/json', response);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('No port was given.');
  const of = (path?: string) => requests.filter((one) => path === undefined || one.path === path);
  return {
    url: `http://127.0.0.1:${listening.port}/api`,
    key,
    calls: (path) => of(path).length,
    asked: (path) => of(path).map(({ query }) => query),
    fault(next, { times = Number.POSITIVE_INFINITY, path = '' } = {}) {
      fault = next === null ? null : { what: next, left: times, path };
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

function sendFault(fault: Exclude<RawgFault, { slow: number }>, type: string, to: ServerResponse) {
  if (fault === 'cut') {
    to.writeHead(200, { 'content-type': type, 'content-length': '1000' });
    to.write('{"count": 1, "results": [', () => to.destroy());
  } else if (fault === 'endless') {
    to.writeHead(200, { 'content-type': type });
    to.write('{"count": 1, "results": [');
    const more = () => {
      while (!to.destroyed && to.write(' '.repeat(64_000)));
    };
    to.on('drain', more);
    more();
  } else if (fault === 'html') {
    to.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Please log in.</p>');
  } else if (fault === 'garbage') {
    to.writeHead(200, { 'content-type': type }).end('{"count": 1, "results": [{');
  } else if ('redirect' in fault) {
    to.writeHead(302, { location: fault.redirect }).end();
  } else if ('status' in fault) {
    const retryAfter = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
    to.writeHead(fault.status, { 'content-type': 'application/json', ...retryAfter });
    to.end(fault.body ?? JSON.stringify({ detail: `Told to answer ${fault.status}.` }));
  } else {
    to.writeHead(200, { 'content-type': fault.type ?? type }).end(fault.answer);
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A small picture in a colour of its own, of the kind that its name ends in. */
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
