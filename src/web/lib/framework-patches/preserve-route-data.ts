import { createPath, type DataRouter, type DataStrategyResult } from 'react-router';
import { toast } from '#web/ui/toast.tsx';
import { redirect } from '../actions/redirect.ts';
import { setConnectionProblem } from '../connection/connection-state.ts';
import {
  connectionProblemOf,
  isUnreached,
  NetworkError,
  networkErrorText,
} from '../connection/network-errors.ts';

const failedText = 'That did not work. Please try again.';

type Results = Record<string, DataStrategyResult>;

let router: DataRouter | null = null;

/** Sets the router whose data `preserveRouteData` protects from failed requests. */
export function setRouterForPreservedData(shown: DataRouter): void {
  router = shown;
}

/**
 * Client middleware around every request of the router. When a shown screen cannot be loaded again, its
 * last data stay, and it counts as out of date until a later load succeeds. Only the first load of a screen
 * shows an error page; the frame around it stays then, too. The router replaces the screen by an error page:
 * https://github.com/remix-run/remix/issues/360
 */
export async function preserveRouteData(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  if (!router || request.signal.aborted) return results;
  return request.method === 'GET' ? preserveData(results, request) : preserveForm(results);
}

/** Returns path and query of a request or a location. */
function pathOf({ pathname, search }: { pathname: string; search: string }): string {
  return createPath({ pathname, search });
}

function preserveData(results: Results, request: Request): Results {
  const { location, navigation, loaderData } = routerState();
  const requested = pathOf(new URL(request.url));
  const isShown = requested === pathOf(location);
  const isNext = navigation.location !== undefined && requested === pathOf(navigation.location);
  const preserved: Results = {};
  let problem: ReturnType<typeof connectionProblemOf> = null;
  for (const [id, result] of Object.entries(results)) {
    const found = result.type === 'error' ? connectionProblemOf(result.result) : null;
    problem ??= found;
    if (found === null) preserved[id] = result;
    // Data that a fetcher requested for a part of a screen: the screen works without them.
    else if (!isShown && !isNext) preserved[id] = { type: 'data', result: undefined };
    else if (id in loaderData && (isShown || id === 'root')) {
      preserved[id] = { type: 'data', result: loaderData[id] };
    } else
      preserved[id] = isUnreached(found) ? { type: 'error', result: new NetworkError() } : result;
  }
  const isLoaded = Object.keys(results).length > 0;
  if (problem && (isUnreached(problem) || isShown)) setConnectionProblem(problem);
  else if (isLoaded && (isShown || isNext)) setConnectionProblem(null);
  return preserved;
}

/** Keeps a form without an answer on the screen. Most forms show an error text of their own instead. */
function preserveForm(results: Results): Results {
  const preserved: Results = {};
  for (const [id, result] of Object.entries(results)) {
    const problem = result.type === 'error' ? connectionProblemOf(result.result) : null;
    preserved[id] = result;
    if (problem === null) continue;
    toast.failure(isUnreached(problem) ? networkErrorText : failedText);
    preserved[id] = { type: 'error', result: redirect(pathOf(routerState().location)) };
  }
  return preserved;
}

function routerState() {
  if (!router) throw new Error('The router has not been set.');
  return router.state;
}
