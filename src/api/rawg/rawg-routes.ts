import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { CompanyKind } from '#domain/catalog/companies/company-roles.ts';
import { getPublicCompany } from '#domain/catalog/companies/get-public-company.ts';
import { getPublicGame } from '#domain/catalog/games/get-public-game.ts';
import { listGenres } from '#domain/catalog/games/list-genres.ts';
import { queryPublicGames } from '#domain/catalog/games/query-public-games.ts';
import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { companyIdsOf } from './known-ids.ts';
import { isWhole, pageAddress, readListQuery } from './parse-list-query.ts';
import { companyDetailsAnswer, gameAnswer, gameDetailsAnswer } from './responses.ts';

interface GamesDatabaseDoor {
  ctx: Pick<Ctx, 'db' | 'log'>;
  /** Scheme and host by which a request's sender reaches us. */
  originOf(url: string): string;
  /** Whose pages may read, beside our own. */
  corsOrigins: readonly string[];
  /** Answers a request from what is kept, or from `make`. */
  kept(request: Request, make: () => Promise<Response>): Promise<Response>;
}

const notFound = () => Response.json({ detail: 'Not found.' }, { status: 404 });

/**
 * What the catalogue holds, told as RAWG tells its own, so that what reads one can read the other. All
 * of it is public: a `key` is not looked at.
 */
export function rawgRoutes({ ctx, originOf, corsOrigins, kept }: GamesDatabaseDoor) {
  const routes = new Hono();

  /** Makes an answer with the address that was asked as the world knows it. */
  function answer(c: Context, make: (address: URL) => Promise<Response>): Promise<Response> {
    const { pathname, search } = new URL(c.req.url);
    const address = new URL(originOf(c.req.url) + pathname + search);
    return kept(c.req.raw, () => make(address).catch(failed));
  }

  function failed(error: unknown): Response {
    if (isAppError(error) && error.status === 404) return notFound();
    ctx.log.error({ err: error }, 'the games database of ours failed');
    return Response.json({ detail: 'A server error occurred.' }, { status: 500 });
  }

  async function tellList(address: URL): Promise<Response> {
    const query = await readListQuery(address.searchParams, () => listGenres(ctx));
    const found = query && (await queryPublicGames(ctx, query));
    if (!found) return Response.json({ detail: 'Invalid page.' }, { status: 404 });
    const { page, pageSize, search } = query;
    const { games, total } = found;
    return Response.json({
      count: total,
      next: page * pageSize < total ? pageAddress(address, page + 1) : null,
      previous: page > 1 ? pageAddress(address, page - 1) : null,
      results: games.map((game) => gameAnswer(game, address.origin, search !== '')),
      ...(isWhole(query) ? { seo_title: 'All Games', filters: {} } : { user_platforms: false }),
    });
  }

  async function tellCompany(kind: CompanyKind, name: string, { origin }: URL): Promise<Response> {
    const company = await getPublicCompany(ctx, { kind, ids: companyIdsOf(name), slug: name });
    return Response.json(companyDetailsAnswer(company, origin));
  }

  const paths = ['/games', '/games/*', '/publishers/*', '/developers/*'];
  for (const path of paths) {
    const allowMethods = ['GET', 'HEAD'];
    routes.use(path, async (c, next) => {
      await next();
      // What is kept is the same for every reader, but for who may read it in a page.
      c.res.headers.set('Vary', 'Accept-Encoding, Origin');
    });
    routes.use(path, cors({ origin: [...corsOrigins], allowMethods, maxAge: 600 }));
  }
  routes.on('GET', ['/games', '/games/'], (c) => answer(c, tellList));
  routes.on('GET', ['/games/:name', '/games/:name/'], (c) =>
    answer(c, async ({ origin }) =>
      Response.json(gameDetailsAnswer(await getPublicGame(ctx, c.req.param('name')), origin)),
    ),
  );
  for (const kind of ['publisher', 'developer'] as const) {
    routes.on('GET', [`/${kind}s/:name`, `/${kind}s/:name/`], (c) =>
      answer(c, (address) => tellCompany(kind, c.req.param('name'), address)),
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
