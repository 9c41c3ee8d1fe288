import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { CompanyRole } from '#domain/catalog/companies/company-roles.ts';
import { getCompanyForApi } from '#domain/catalog/companies/get-company-for-api.ts';
import { getGameForApi } from '#domain/catalog/games/get-game-for-api.ts';
import { listGamesForApi } from '#domain/catalog/games/list-games-for-api.ts';
import { listGenres } from '#domain/catalog/games/list-genres.ts';
import type { Ctx } from '#domain/context.ts';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import { listPartsOff } from '#domain/site/site-parts.ts';
import { partOffTexts } from '#shared/constants/site/site-parts.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { toRetrySeconds } from '../lib/api-error.ts';
import { findSharedQuery, getPageUrl, isUnfiltered, parseListQuery } from './parse-list-query.ts';
import { parseCompanyIds } from './rawg-ids-of-genres-and-platforms.ts';
import { toCompanyDetailsResponse, toGameDetailsResponse, toGameResponse } from './responses.ts';

interface RawgApiOptions {
  /** What visitors may read now. */
  getCtx(): Pick<Ctx, 'db' | 'log' | 'clock' | 'readCache'>;
  /** The scheme and host by which clients reach this server. */
  getOrigin(url: string): string;
  /** Other origins whose pages may read the API. */
  corsOrigins: readonly string[];
  /**
   * Responds from the cache, or with the result of `create`.
   * @throws AppError `rate-limited` if the queue of the IP address is full.
   */
  respondCached(
    c: Context<RawgEnv>,
    address: { url: URL; isFreeText: boolean },
    create: () => Promise<Response>,
  ): Promise<Response>;
}

/** What the routes need from the application. */
export type RawgEnv = { Variables: { address: string } };

/** Paths as our responses write them. Others lead to the same game or company, or to none. */
const plainPath = /^[a-z0-9/-]*$/;

const withoutQuery = { query: new URLSearchParams(), isFreeText: false };
const noStore = { 'Cache-Control': 'no-store' };
const notFound = () => Response.json({ detail: 'Not found.' }, { status: 404 });

/**
 * The catalogue in the format of the RAWG API, so that clients of RAWG can read it. All of it is public;
 * a `key` parameter is ignored.
 */
export function createRawgRoutes({
  getCtx,
  getOrigin,
  corsOrigins,
  respondCached,
}: RawgApiOptions) {
  const routes = new Hono<RawgEnv>();

  /** Responds from the cache or from `create`, which gets the public URL without what a route does not read. */
  async function respond(
    c: Context<RawgEnv>,
    given: ReturnType<typeof findSharedQuery>,
    create: (url: URL) => Promise<Response>,
  ): Promise<Response> {
    // Without the database, what is cached is still served.
    if (listPartsOff(await getSiteSettingsOrDefaults(getCtx())).includes('rawgApi')) {
      return Response.json({ detail: partOffTexts.rawgApi }, { status: 404, headers: noStore });
    }
    const url = new URL(getOrigin(c.req.url) + new URL(c.req.url).pathname);
    url.search = given.query.toString();
    const isFreeText = given.isFreeText || !plainPath.test(url.pathname);
    const createSafely = () => create(url).catch(toErrorResponse);
    return respondCached(c, { url, isFreeText }, createSafely).catch(toErrorResponse);
  }

  function toErrorResponse(error: unknown): Response {
    if (isAppError(error) && error.status === 404) return notFound();
    if (isAppError(error) && error.code === 'rate-limited') {
      const headers = { 'Retry-After': String(toRetrySeconds(error.details.retryAfterMs ?? 0)) };
      return Response.json({ detail: error.message }, { status: 429, headers });
    }
    getCtx().log.error({ err: error }, 'the RAWG API failed');
    if (isDatabaseUnavailable(error)) {
      const { status, text, retryAfterMs } = databaseUnavailable;
      const headers = { 'Retry-After': String(toRetrySeconds(retryAfterMs)) };
      return Response.json({ detail: text }, { status, headers });
    }
    return Response.json({ detail: 'A server error occurred.' }, { status: 500 });
  }

  async function createListResponse(url: URL): Promise<Response> {
    const query = await parseListQuery(url.searchParams, () => listGenres(getCtx()));
    const found = query && (await listGamesForApi(getCtx(), query));
    if (!found) return Response.json({ detail: 'Invalid page.' }, { status: 404 });
    const { page, pageSize, search } = query;
    const { games, total } = found;
    return Response.json({
      count: total,
      next: page * pageSize < total ? getPageUrl(url, page + 1) : null,
      previous: page > 1 ? getPageUrl(url, page - 1) : null,
      results: games.map((game) => toGameResponse(game, url.origin, search !== '')),
      ...(isUnfiltered(query)
        ? { seo_title: 'All Games', filters: {} }
        : { user_platforms: false }),
    });
  }

  async function createCompanyResponse(
    kind: CompanyRole,
    name: string,
    { origin }: URL,
  ): Promise<Response> {
    const company = await getCompanyForApi(getCtx(), {
      kind,
      ids: parseCompanyIds(name),
      slug: name,
    });
    return Response.json(toCompanyDetailsResponse(company, origin));
  }

  const paths = ['/games', '/games/*', '/publishers/*', '/developers/*'];
  for (const path of paths) {
    const allowMethods = ['GET', 'HEAD'];
    routes.use(path, async (c, next) => {
      await next();
      // Responses differ only in their encoding and in the origins that may read them.
      c.res.headers.set('Vary', 'Accept-Encoding, Origin');
    });
    routes.use(path, cors({ origin: [...corsOrigins], allowMethods, maxAge: 600 }));
  }
  routes.on('GET', ['/games', '/games/'], (c) =>
    respond(c, findSharedQuery(new URL(c.req.url).searchParams), createListResponse),
  );
  routes.on('GET', ['/games/:name', '/games/:name/'], (c) =>
    respond(c, withoutQuery, async ({ origin }) =>
      Response.json(
        toGameDetailsResponse(await getGameForApi(getCtx(), c.req.param('name')), origin),
      ),
    ),
  );
  for (const kind of ['publisher', 'developer'] as const) {
    routes.on('GET', [`/${kind}s/:name`, `/${kind}s/:name/`], (c) =>
      respond(c, withoutQuery, (url) => createCompanyResponse(kind, c.req.param('name'), url)),
    );
  }
  for (const path of paths) {
    routes.all(path, ({ req }) => {
      if (req.method === 'GET' || req.method === 'HEAD') return notFound();
      const detail = `Method "${req.method}" not allowed.`;
      return Response.json({ detail }, { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } });
    });
  }
  return routes;
}
