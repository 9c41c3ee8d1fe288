import * as build from 'virtual:react-router/server-build';
import { matchRoutes, type RouteObject } from 'react-router';
import { toPagePath } from './page-requests.ts';

/** The routes of the pages as a tree that only has paths. */
function createRouteTree(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: createRouteTree(id) }];
  });
}

let tree: RouteObject[] | null = null;

/** The template of a page's path, such as `/games/:slug`; `/*` if there is no such page. */
export function getPageTemplate(pathname: string): string {
  tree ??= createRouteTree(undefined);
  const paths = matchRoutes(tree, toPagePath(pathname))?.flatMap(
    ({ route }) => route.path ?? [],
  ) ?? ['*'];
  return `/${paths.join('/').replace(/^\/+/, '')}`;
}
