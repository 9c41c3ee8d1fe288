import { isRouteErrorResponse, useMatches } from 'react-router';
import { ErrorPage } from '#web/ui/error-page.tsx';
import { isNetworkError } from '../connection/network-errors.ts';
import { getSiteName, noIndexHead, type RouteMatches } from '../seo/page-head.ts';
import { useShownRequestId } from './failed-request-id.ts';
import { isAppErrorData } from './is-app-error-data.ts';

/**
 * Returns the text for a screen that could not be loaded: the `failure` in the `handle` of its module. Null
 * when it has no such text.
 */
function failureTextOf(handle: unknown): string | null {
  if (typeof handle !== 'object' || handle === null || !('failure' in handle)) return null;
  return typeof handle.failure === 'string' ? handle.failure : null;
}

/**
 * The error page in place of a screen: for a missing page, an AppError, a failed load with the text of the
 * screen, or a bug.
 */
export function RouteError({ error }: { error: unknown }) {
  const requestId = useShownRequestId();
  const text = failureTextOf(useMatches().at(-1)?.handle);
  if (isNetworkError(error)) return <ErrorPage status={null} message={text ?? undefined} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const appErrorText =
    isRouteErrorResponse(error) && isAppErrorData(error.data) && error.data.error.message;
  const message = appErrorText || (status >= 500 && text) || undefined;
  return <ErrorPage status={status} message={message} requestId={requestId} />;
}

/** Returns the head of an error page. */
export function failureHead(error: unknown, matches: RouteMatches) {
  if (!error) return [{ title: getSiteName(matches) }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return noIndexHead(missing ? 'Not found' : 'Something went wrong', matches);
}
