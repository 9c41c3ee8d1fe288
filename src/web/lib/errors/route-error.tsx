import { isRouteErrorResponse, useMatches } from 'react-router';
import { ErrorPage } from '#web/ui/error-page.tsx';
import { isNetworkError } from '../network-errors.ts';
import { screenHead } from '../seo/page-head.ts';
import { useRootData } from '../viewer.ts';
import { useFailedRequest } from './failed-request.ts';
import { isAppErrorData } from './is-app-error-data.ts';
import { failureTextOf } from './route-handle.ts';

/**
 * What stands in for a screen that failed: what is not there, what is refused, what could not be loaded
 * in the screen's own words, and our own bugs.
 */
export function RouteError({ error }: { error: unknown }) {
  const failed = useFailedRequest();
  const requestId = useRootData()?.requestId ?? failed;
  const text = failureTextOf(useMatches().at(-1)?.handle);
  if (isNetworkError(error)) return <ErrorPage status={null} message={text ?? undefined} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const refusal =
    isRouteErrorResponse(error) && isAppErrorData(error.data) && error.data.refusal.message;
  const message = refusal || (status >= 500 && text) || undefined;
  return <ErrorPage status={status} message={message} requestId={requestId} />;
}

/** The head of what stands in for a screen that failed. */
export function failureHead(error: unknown) {
  if (!error) return [{ title: 'Guildhall' }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return screenHead(missing ? 'Not found' : 'Something went wrong');
}
