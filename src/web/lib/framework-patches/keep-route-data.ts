import { createPath, type DataRouter, type DataStrategyResult } from 'react-router';
import { toast } from '#web/ui/toast.tsx';
import { redirect } from '../actions/redirect.ts';
import { setConnectionProblem } from '../connection-state.ts';
import { connectionProblemOf, NetworkError, networkErrorText } from '../network-errors.ts';

const failedText = 'That did not work. Please try again.';

type Results = Record<string, DataStrategyResult>;

let router: DataRouter | null = null;

/** Says which router shows the screens; what it shows is not replaced by a failed request. */
export function setRouterForKeptData(shown: DataRouter): void {
  router = shown;
}

/**
 * Client middleware around every request of the router. Where a screen that is shown is read again and
 * that fails, its last data stay, and it counts as out of date until a later read succeeds. Only the
 * first read of a screen can fail visibly; the frame around it stays then, too.
 */
export async function keepRouteData(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  if (!router || request.signal.aborted) return results;
  return request.method === 'GET' ? keepData(results, request) : keepForm(results);
}

/** The address that a request or a location asks the data of. */
function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return createPath({ pathname, search });
}

function keepData(results: Results, request: Request): Results {
  const { location, navigation, loaderData } = routerState();
  const asked = addressOf(new URL(request.url));
  const isShown = asked === addressOf(location);
  const isNext = navigation.location !== undefined && asked === addressOf(navigation.location);
  const kept: Results = {};
  let trouble: ReturnType<typeof connectionProblemOf> = null;
  for (const [id, result] of Object.entries(results)) {
    const found = result.type === 'error' ? connectionProblemOf(result.result) : null;
    trouble ??= found;
    if (found === null) kept[id] = result;
    // A part of a screen that its script asked for: the screen goes on without it.
    else if (!isShown && !isNext) kept[id] = { type: 'data', result: undefined };
    else if (id in loaderData && (isShown || id === 'root')) {
      kept[id] = { type: 'data', result: loaderData[id] };
    } else kept[id] = found === 'offline' ? { type: 'error', result: new NetworkError() } : result;
  }
  const isRead = Object.keys(results).length > 0;
  if (trouble === 'offline' || (trouble && isShown)) setConnectionProblem(trouble);
  else if (isRead && (isShown || isNext)) setConnectionProblem(null);
  return kept;
}

/** A form that nobody answered stays on the screen; most say so themselves, in their own words. */
function keepForm(results: Results): Results {
  const kept: Results = {};
  for (const [id, result] of Object.entries(results)) {
    const trouble = result.type === 'error' ? connectionProblemOf(result.result) : null;
    kept[id] = result;
    if (trouble === null) continue;
    toast.failure(trouble === 'offline' ? networkErrorText : failedText);
    kept[id] = { type: 'error', result: redirect(addressOf(routerState().location)) };
  }
  return kept;
}

function routerState() {
  if (!router) throw new Error('No router is known.');
  return router.state;
}
