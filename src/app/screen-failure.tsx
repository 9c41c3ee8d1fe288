import { isRouteErrorResponse, useMatches } from 'react-router';
import { ErrorPage } from './components/error-page.tsx';
import { isUnreachable } from './components/unreachable.ts';
import { useFrameData } from './components/viewer.ts';
import { screenHead } from './page-head.ts';
import { isRefused } from './refused.ts';
import { useFailedRequest } from './request-id.ts';
import { failureTextOf } from './screen-handle.ts';

/**
 * What stands in for a screen that failed: what is not there, what is refused, what could not be loaded
 * in the screen's own words, and our own bugs.
 */
export function ScreenFailure({ error }: { error: unknown }) {
  const failed = useFailedRequest();
  const requestId = useFrameData()?.requestId ?? failed;
  const text = failureTextOf(useMatches().at(-1)?.handle);
  if (isUnreachable(error)) return <ErrorPage status={null} message={text ?? undefined} />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const refusal =
    isRouteErrorResponse(error) && isRefused(error.data) && error.data.refusal.message;
  const message = refusal || (status >= 500 && text) || undefined;
  return <ErrorPage status={status} message={message} requestId={requestId} />;
}

/** The head of what stands in for a screen that failed. */
export function failureHead(error: unknown) {
  if (!error) return [{ title: 'Guildhall' }];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return screenHead(missing ? 'Not found' : 'Something went wrong');
}
