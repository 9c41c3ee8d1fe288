import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Ctx } from '#domain/context.ts';
import { authenticateKeyHolder } from '#domain/gallery/file-rest-api/authenticate-key-holder.ts';
import { deleteFiles } from '#domain/gallery/file-rest-api/delete-service-files.ts';
import { getFile } from '#domain/gallery/file-rest-api/get-service-file.ts';
import { listFiles } from '#domain/gallery/file-rest-api/list-service-files.ts';
import { markFilesAsStored } from '#domain/gallery/file-rest-api/mark-files-as-stored.ts';
import type { ServiceFile } from '#domain/gallery/file-rest-api/service-file.ts';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { getBodyProblemStatus, limitBody } from '#http-body/limit-body.ts';
import { ApiError, setRetryAfter } from '../lib/api-error.ts';
import { parseCredentials } from './parse-credentials.ts';
import { parseFileId, parseFileIds, parseFileListQuery } from './parse-request.ts';
import { createResponse, requireAccepted, toErrorResponse, toFileResponse } from './responses.ts';

type Env = { Variables: { requestId: string; address: string } };
type Call = Context<Env>;
type BatchUseCase = (ctx: Ctx, ids: readonly string[]) => Promise<ServiceFile[]>;

interface FileRoutesOptions {
  /** The context of a request, without an actor. */
  createCtx(call: { requestId: string; address: string; request: Request }): Ctx;
  /** The scheme and host by which clients reach this server. */
  getOrigin(url: string): string;
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[];
}

const bodyProblems = {
  broken: 'The request cannot be read.',
  slow: 'The request took too long to arrive.',
  large: 'The request is too large.',
  crowded: 'Too much is being sent from this address.',
};

/** Enough for a hundred ids. */
const bodyBytesMax = 16 * 1024;

/**
 * The REST API of the file service for `@uploadcare/rest-client`. It is at /files/ of the origin, because
 * its clients drop any other path. Every request needs the key pair.
 */
export function createFileRoutes({
  createCtx,
  getOrigin,
  corsOrigins,
}: FileRoutesOptions): Hono<Env> {
  const routes = new Hono<Env>();
  const createRequestCtx = (c: Call) =>
    createCtx({ requestId: c.get('requestId'), address: c.get('address'), request: c.req.raw });

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
      onProblem: (c, problem) =>
        createResponse(c, { detail: bodyProblems[problem] }, getBodyProblemStatus(problem)),
    }),
    async (c, next) => {
      await next();
      c.res.headers.set('Cache-Control', 'no-store');
    },
  );
  routes.onError((error, c) => {
    const response = toErrorResponse(c, error);
    if (response) return response;
    createRequestCtx(c).log.error({ err: error }, 'a request to the file service failed');
    if (isDatabaseUnavailable(error)) {
      setRetryAfter(c, databaseUnavailable.retryAfterMs);
      return createResponse(c, { detail: databaseUnavailable.text }, databaseUnavailable.status);
    }
    return createResponse(c, { detail: 'Internal error.' }, 500);
  });

  /** Checks the rate limit and the credentials of a request. @throws AppError, ApiError. */
  async function authenticate(c: Call) {
    const ctx = createRequestCtx(c);
    requireAccepted(c.req.header('Accept'));
    await ctx.rateLimiter.take('files-by-address', ctx.request.address);
    const body = new Uint8Array(await c.req.arrayBuffer());
    await authenticateKeyHolder(ctx, parseCredentials(c.req.raw, body));
    return { ctx, body, origin: getOrigin(c.req.url) };
  }

  routes.get('/files/', async (c) => {
    const { ctx, origin } = await authenticate(c);
    const query = parseFileListQuery(c.req.query());
    const list = await listFiles(ctx, query);
    const pageAt = (from: string | null) => from && getPageUrl(`${origin}/files/`, c, from);
    return createResponse(c, {
      next: pageAt(list.next),
      previous: pageAt(list.previous),
      total: list.total,
      totals: list.counts,
      per_page: query.limit,
      results: list.files.map((file) => toFileResponse(origin, file)),
    });
  });

  routes.get('/files/:id/', async (c) => {
    const { ctx, origin } = await authenticate(c);
    const file = await getFile(ctx, parseFileId(c.req.param('id')));
    return createResponse(c, toFileResponse(origin, file));
  });

  const batchUseCases: [methods: string[], run: BatchUseCase][] = [
    [['PUT', 'POST'], markFilesAsStored],
    [['DELETE'], deleteFiles],
  ];
  for (const [methods, run] of batchUseCases) {
    routes.on(methods, '/files/storage/', async (c) => {
      const { ctx, body, origin } = await authenticate(c);
      const { ids, invalid } = parseFileIds(body);
      const done = new Map((await run(ctx, [...ids.keys()])).map((file) => [file.id, file]));
      const missing = [...ids].filter(([id]) => !done.has(id));
      return createResponse(c, {
        status: 'ok',
        problems: Object.fromEntries([
          ...invalid.map((text) => [text, 'Invalid']),
          ...missing.map(([, text]) => [text, 'Missing in the project']),
        ]),
        result: [...ids.keys()].flatMap((id) => {
          const file = done.get(id);
          return file ? [toFileResponse(origin, file)] : [];
        }),
      });
    });

    routes.on(methods, '/files/:id/storage/', async (c) => {
      const { ctx, origin } = await authenticate(c);
      const [file] = await run(ctx, [parseFileId(c.req.param('id'))]);
      if (!file) throw new ApiError(404, 'NotFound', 'Not found.');
      return createResponse(c, toFileResponse(origin, file));
    });
  }

  routes.all('/files/*', (c) => createResponse(c, { detail: 'Not found.' }, 404));
  return routes;
}

/** The URL of another page of the same list. */
function getPageUrl(base: string, c: Call, from: string): string {
  const page = new URL(base);
  page.search = new URL(c.req.url).search;
  page.searchParams.set('from', from);
  page.searchParams.sort();
  return page.href;
}
