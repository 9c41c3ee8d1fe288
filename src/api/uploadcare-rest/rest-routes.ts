import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Ctx } from '#domain/context.ts';
import { requireKeyHolder } from '#domain/gallery/file-service/authenticate-key-holder.ts';
import { deleteFiles } from '#domain/gallery/file-service/delete-files.ts';
import { getFile } from '#domain/gallery/file-service/get-file.ts';
import { listFiles } from '#domain/gallery/file-service/list-files.ts';
import { storeFiles } from '#domain/gallery/file-service/store-files.ts';
import type { StoredFile } from '#domain/gallery/file-service/stored-file.ts';
import { limitBody, statusOf } from '../lib/limit-body.ts';
import { readCredentials } from './credentials.ts';
import { readBatch, readFileId, readQuestion } from './parse-query.ts';
import { answer, fileAnswer, requireAccepted, toErrorResponse, WireFault } from './responses.ts';

type Env = { Variables: { requestId: string; address: string } };
type Call = Context<Env>;
type Act = (ctx: Ctx, ids: readonly string[]) => Promise<StoredFile[]>;

interface FilesDoor {
  /** The use cases' context of a request. */
  ctxOf(call: { requestId: string; address: string; request: Request }): Ctx;
  /** Scheme and host by which a request's sender reaches us. */
  originOf(url: string): string;
  /** Whose pages may use the wire, beside our own. */
  corsOrigins: readonly string[];
}

const bodyProblems = {
  broken: 'The request cannot be read.',
  slow: 'The request took too long to arrive.',
  large: 'The request is too large.',
  crowded: 'Too much is being sent from this address.',
};

/** A hundred ids, and some room. */
const bodyBytesMax = 16 * 1024;

/**
 * The file service as `@uploadcare/rest-client` speaks to it, at /files/ of the origin: its clients drop
 * any other path. All of it is for who holds the key pair.
 */
export function fileRoutes({ ctxOf, originOf, corsOrigins }: FilesDoor): Hono<Env> {
  const routes = new Hono<Env>();
  const ctxIn = (c: Call) =>
    ctxOf({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw });

  routes.use(
    '/files/*',
    cors({
      origin: [...corsOrigins],
      allowMethods: ['GET', 'PUT', 'POST', 'DELETE'],
      allowHeaders: ['Accept', 'Authorization', 'Content-Type', 'User-Agent', 'X-Uploadcare-Date'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
    limitBody({
      bytesMax: bodyBytesMax,
      refuse: (c, problem) => answer(c, { detail: bodyProblems[problem] }, statusOf(problem)),
    }),
    async (c, next) => {
      await next();
      c.res.headers.set('Cache-Control', 'no-store');
    },
  );
  routes.onError((error, c) => {
    const refused = toErrorResponse(c, error);
    if (refused) return refused;
    ctxIn(c).log.error({ err: error }, 'a request to the file service failed');
    return answer(c, { detail: 'Internal error.' }, 500);
  });

  /** Lets in whoever holds the keys, so many times a minute. */
  async function enter(c: Call) {
    const ctx = ctxIn(c);
    requireAccepted(c.req.header('Accept'));
    await ctx.rateLimiter.take('files-by-address', ctx.request.address);
    const body = new Uint8Array(await c.req.arrayBuffer());
    requireKeyHolder(ctx, readCredentials(c.req.raw, body));
    return { ctx, body, origin: originOf(c.req.url) };
  }

  routes.get('/files/', async (c) => {
    const { ctx, origin } = await enter(c);
    const question = readQuestion(c.req.query());
    const list = await listFiles(ctx, question);
    const pageAt = (from: string | null) => from && pageAddress(`${origin}/files/`, c, from);
    return answer(c, {
      next: pageAt(list.next),
      previous: pageAt(list.previous),
      total: list.total,
      totals: list.counts,
      per_page: question.limit,
      results: list.files.map((file) => fileAnswer(origin, file)),
    });
  });

  routes.get('/files/:id/', async (c) => {
    const { ctx, origin } = await enter(c);
    const file = await getFile(ctx, readFileId(c.req.param('id')));
    return answer(c, fileAnswer(origin, file));
  });

  const acts: [methods: string[], act: Act][] = [
    [['PUT', 'POST'], storeFiles],
    [['DELETE'], deleteFiles],
  ];
  for (const [methods, act] of acts) {
    routes.on(methods, '/files/storage/', async (c) => {
      const { ctx, body, origin } = await enter(c);
      const { ids, invalid } = readBatch(body);
      const done = new Map((await act(ctx, [...ids.keys()])).map((file) => [file.id, file]));
      const missing = [...ids].filter(([id]) => !done.has(id));
      return answer(c, {
        status: 'ok',
        problems: Object.fromEntries([
          ...invalid.map((text) => [text, 'Invalid']),
          ...missing.map(([, text]) => [text, 'Missing in the project']),
        ]),
        result: [...ids.keys()].flatMap((id) => {
          const file = done.get(id);
          return file ? [fileAnswer(origin, file)] : [];
        }),
      });
    });

    routes.on(methods, '/files/:id/storage/', async (c) => {
      const { ctx, origin } = await enter(c);
      const [file] = await act(ctx, [readFileId(c.req.param('id'))]);
      if (!file) throw new WireFault(404, 'Not found.');
      return answer(c, fileAnswer(origin, file));
    });
  }

  routes.all('/files/*', (c) => answer(c, { detail: 'Not found.' }, 404));
  return routes;
}

/** The address of another page of the same question. */
function pageAddress(address: string, c: Call, from: string): string {
  const page = new URL(address);
  page.search = new URL(c.req.url).search;
  page.searchParams.set('from', from);
  page.searchParams.sort();
  return page.href;
}
