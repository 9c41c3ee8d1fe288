import { TrieRouter } from 'hono/router/trie-router';
import { type Location, parsePath, type RouteMatch, type RouteObject } from 'react-router';
// The package does not export this file, and its types are not complete.
import * as internals from '../../../../node_modules/react-router/dist/production/lib/router/utils.js';

interface Branch {
  /** The route and the routes around it, from the outside in. */
  routesMeta: { relativePath: string }[];
}

const router = internals as unknown as {
  decodePath(pathname: string): string;
  flattenAndRankRoutes(routes: RouteObject[]): Branch[];
  matchRoutesImpl(
    routes: RouteObject[],
    location: string | Partial<Location>,
    basename: string,
    allowPartial: boolean,
    branches: Branch[],
  ): RouteMatch[] | null;
  removeTrailingSlash(pathname: string, minLength: number): string;
  stripBasename(pathname: string, basename: string): string | null;
};

/** Paths of fixed segments and whole parameters. Each segment matches exactly one of a URL. */
const plainPath = /^(?:(?:[\w.-]+|:[\w-]+)(?:\/(?:[\w.-]+|:[\w-]+))*)?$/;

/**
 * Replaces the router's own matcher, which tries one route of the table after the other, with several regular
 * expressions each: two to four times for each request. A table of segments finds the few routes that can
 * match, and the router's own function decides between them. The router's matcher for this,
 * `unstable_routePatternMatching`, takes two to three times as long as this one.
 */
export class V6RegExMatcher {
  readonly #basename: string;
  #routes: RouteObject[] = [];
  #branches: Branch[] = [];
  #table = new TrieRouter<Branch>();

  constructor(basename: string) {
    this.#basename = basename;
  }

  update(routes: RouteObject[]): void {
    this.#routes = routes;
    this.#branches = router.flattenAndRankRoutes(routes);
    this.#table = new TrieRouter();
    // The table returns branches in the order in which they are added: best first.
    for (const branch of this.#branches) this.#table.add('', toTablePath(branch), branch);
  }

  match(location: string | Partial<Location>, allowPartial = false): RouteMatch[] | null {
    const branches = allowPartial ? this.#branches : this.#findBranches(location);
    return router.matchRoutesImpl(this.#routes, location, this.#basename, allowPartial, branches);
  }

  /** All branches that can match, and few that do not. */
  #findBranches(location: string | Partial<Location>): Branch[] {
    const { pathname } = typeof location === 'string' ? parsePath(location) : location;
    const path = router.stripBasename(pathname || '/', this.#basename);
    if (path === null) return [];
    // Routes ignore case and slashes at the end.
    const key = router.removeTrailingSlash(router.decodePath(path), 1).toLowerCase();
    const [found] = this.#table.match('', key);
    return found.map(([branch]) => branch);
  }
}

/** The path of a branch in the table; `*` for one that is always tried. */
function toTablePath({ routesMeta }: Branch): string {
  const last = routesMeta.at(-1)?.relativePath ?? '';
  const isPlain =
    plainPath.test(last) &&
    routesMeta.slice(0, -1).every(({ relativePath }) => relativePath === '');
  return isPlain ? `/${last.toLowerCase().replace(/:[\w-]+/g, ':any')}` : '*';
}
