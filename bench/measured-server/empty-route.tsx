import { assets, routes } from 'virtual:react-router/server-build';

const id = 'bench/empty';

/**
 * Adds the empty page `/bench/empty` to the route table of the application, to measure what any page of
 * this server costs. Call it before the request handler is created.
 */
export function addEmptyRoute(): void {
  const like = assets.routes['features/shell/routes/about'];
  if (!like) throw new Error('There is no route to make the empty one after.');
  assets.routes[id] = { ...like, id, path: id, hasLoader: false };
  routes[id] = { id, parentId: 'root', path: id, module: { default: Empty } };
}

function Empty() {
  return null;
}
