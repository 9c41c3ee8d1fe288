import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requestBodyConstants as bodyConstants } from '#shared/constants/server/http-requests.ts';
import type { BodyBudget } from './body-bytes-budget.ts';
import { type BodyProblem, readBody } from './read-body.ts';
import { createIncomingReader } from './read-body-from-connection.ts';

export type { BodyProblem };

/** What the middleware needs from the application. Without a budget, memory is not counted. */
export type BodyEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { address: string; bodies?: BodyBudget };
};

interface Options {
  bytesMax: number;
  /** How many bytes of a body that is too large are read and dropped before the response. */
  drainBytes?: number;
  /** How long a body may take to arrive, in milliseconds. */
  timeoutMs?: number;
  /** Handlers use only `c.req.text()`. This saves a second `Request`, which costs as much as a short call. */
  textOnly?: boolean;
  /** Whether a body that arrived would take too long to parse. It counts as too large. */
  isTooComplex?: (c: Context, bytes: Uint8Array) => boolean;
  onProblem(c: Context, problem: BodyProblem): Response;
}

const utf8 = new TextDecoder();
const statuses = { broken: 400, slow: 408, large: 413, crowded: 429 } as const;

/** The HTTP status for a body that cannot be read. */
export function getBodyProblemStatus(problem: BodyProblem): (typeof statuses)[BodyProblem] {
  return statuses[problem];
}

/**
 * Middleware that reads the whole body before the handler runs. It limits the size of a body, the time it
 * takes, and the memory that all bodies of an IP address take together.
 */
export function limitBody({
  onProblem,
  timeoutMs = bodyConstants.arrivalMs,
  bytesMax,
  drainBytes = 0,
  textOnly = false,
  isTooComplex = () => false,
}: Options) {
  return createMiddleware<BodyEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const { headers } = c.req.raw;
    const { incoming } = c.env ?? {};
    const reader = incoming ? createIncomingReader(incoming) : c.req.raw.body?.getReader();
    if (!reader) return next();
    const { bytes, problem, ended } = await readBody(reader, {
      contentLength: headers.has('Transfer-Encoding') ? null : headers.get('Content-Length'),
      bytesMax,
      drainBytes,
      timeoutMs,
      trackBody: (abort) => c.get('bodies')?.trackBody(c.get('address'), abort),
    });
    if (problem === null) {
      if (isTooComplex(c, bytes)) return onProblem(c, 'large');
      // Hono's own `text` stores its promise here too.
      if (textOnly) Object.assign(c.req.bodyCache, { text: Promise.resolve(utf8.decode(bytes)) });
      else c.req.raw = new Request(c.req.raw, { body: bytes });
      return next();
    }
    if (!ended) c.header('Connection', 'close');
    if (problem === 'crowded') {
      c.header('Retry-After', String(bodyConstants.retryMs / 1000));
      closeUnread(c.env ?? {});
    }
    return onProblem(c, problem);
  });
}

/**
 * Destroys the connection as soon as the response is sent. Otherwise the HTTP adapter reads the body for
 * another half second, which takes memory that is already short.
 */
function closeUnread({ incoming, outgoing }: Partial<HttpBindings>): void {
  outgoing?.once('finish', () => incoming?.destroy());
}
