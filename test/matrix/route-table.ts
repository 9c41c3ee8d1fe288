import * as build from 'virtual:react-router/server-build';

/** The routes of the pages with their paths, from the route table of the application. */
export function listRoutes(): { path: string; hasAction: boolean }[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    return [{ path: `/${route.path ?? ''}`, hasAction: route.module.action !== undefined }];
  });
}
