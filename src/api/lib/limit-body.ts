import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requestBody as limits } from '#shared/constants/requests.ts';
import type { BodyBudget } from './body-budget.ts';
import { type BodyProblem, readBody } from './read-body.ts';
import { readIncoming } from './read-incoming.ts';

export type { BodyProblem };

/** What the middleware needs of the application; without a budget memory is not counted. */
export type BodyEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { address: string; bodies?: BodyBudget };
};

interface Options {
  bytesMax: number;
  /** So many bytes of a body that is too large are read before the answer. */
  readOnBytes?: number;
  /** How long a body may take to arrive. */
  ms?: number;
  /** Handlers read `c.req.text()` alone: no second request is made, which costs as much as a short call. */
  textOnly?: boolean;
  refuse(c: Context, problem: BodyProblem): Response;
}

const utf8 = new TextDecoder();
const statuses = { broken: 400, slow: 408, large: 413, crowded: 429 } as const;

/** The status of an answer to a body that cannot be read. */
export function statusOf(problem: BodyProblem): (typeof statuses)[BodyProblem] {
  return statuses[problem];
}

/**
 * Reads the body of a request before anything is done with it, and gives it to the handler as a whole: it
 * is bounded in bytes, in time, and in what the bodies of an address take together.
 */
export function limitBody({
  refuse,
  ms = limits.ms,
  bytesMax,
  readOnBytes = 0,
  textOnly = false,
}: Options) {
  return createMiddleware<BodyEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const { headers } = c.req.raw;
    const { incoming } = c.env ?? {};
    const reader = incoming ? readIncoming(incoming) : c.req.raw.body?.getReader();
    if (!reader) return next();
    const { bytes, problem, ended } = await readBody(reader, {
      announced: headers.has('Transfer-Encoding') ? null : headers.get('Content-Length'),
      bytesMax,
      readOnBytes,
      ms,
      memory: (cut) => c.get('bodies')?.begin(c.get('address'), cut),
    });
    if (problem === null) {
      // Hono keeps the promise that its own `text` returned.
      if (textOnly) Object.assign(c.req.bodyCache, { text: Promise.resolve(utf8.decode(bytes)) });
      else c.req.raw = new Request(c.req.raw, { body: bytes });
      return next();
    }
    if (!ended) c.header('Connection', 'close');
    if (problem === 'crowded') {
      c.header('Retry-After', String(limits.retryMs / 1000));
      closeUnread(c.env ?? {});
    }
    return refuse(c, problem);
  });
}

/**
 * Destroys the connection as soon as the response has been sent. The HTTP adapter would otherwise go on
 * reading a body for half a second, which takes the memory that is short.
 */
function closeUnread({ incoming, outgoing }: Partial<HttpBindings>): void {
  outgoing?.once('finish', () => incoming?.destroy());
}
