import { data } from 'react-router';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import type { Route } from './+types/not-found.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Not found', matches);

export const handle = { failure: 'Failed to load this page.' };

/** Handles every unknown path: it throws a 404, for which the layout shows the error page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
