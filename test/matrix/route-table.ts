import * as build from 'virtual:react-router/server-build';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#web/routes.ts';

/** The source of each route by its path. */
const files = new Map(listFiles(await routes));

function listFiles(entries: RouteConfigEntry[]): [string, string][] {
  return entries.flatMap(({ path = '', file, children = [] }) => [
    ...listFiles(children),
    [`/${path}`, file] as [string, string],
  ]);
}

/** A route of the pages, from the route table of the application. */
export interface MatrixRoute {
  path: string;
  hasAction: boolean;
  /** Its source. */
  file: string;
}

/** The routes of the pages with their paths. */
export function listRoutes(): MatrixRoute[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const { id, path = '', module } = route;
    const file = files.get(`/${path}`) ?? id;
    return [{ path: `/${path}`, hasAction: module.action !== undefined, file: `src/web/${file}` }];
  });
}
