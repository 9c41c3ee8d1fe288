import { assets, routes } from 'virtual:react-router/server-build';

const id = 'bench/empty';

/**
 * Adds `/bench/empty` to the application's route table: a page with nothing in it, that costs what any
 * page of this server costs. Before the request handler is made.
 */
export function addEmptyRoute(): void {
  const like = assets.routes['routes/about'];
  if (!like) throw new Error('There is no route to make the empty one after.');
  assets.routes[id] = { ...like, id, path: id, hasLoader: false };
  routes[id] = { id, parentId: 'root', path: id, module: { default: Empty } };
}

function Empty() {
  return null;
}
