import { data } from 'react-router';
import { throwForLoader } from '#web/lib/errors/render-app-error.ts';
import { routeErrorContext } from '#web/lib/request-context.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import type { Route } from './+types/not-found.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Not found', matches);

export const handle = { failure: 'Failed to load this page.' };

/**
 * Handles every unknown path: it throws a 404, for which the layout shows the error page. It also shows the errors
 * of routes beside the pages.
 */
export function loader({ request, context }: Route.LoaderArgs): never {
  const error = context.get(routeErrorContext);
  if (error) throwForLoader(error, request);
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
