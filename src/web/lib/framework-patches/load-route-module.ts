import { probeServer, waitForConnection } from '../connection/probe-server.ts';
import { markScriptFailed, markScriptLoaded } from '../connection/script-failure.ts';

interface Route {
  id: string;
  /** The URL of the route's script. */
  module: string;
}

/** How long a script may take before it is requested again. */
const attemptMs = 15_000;
/** Failed attempts while the server has the script. Then the browser has cached the failure of an import. */
const attemptsMax = 2;
const waitMs = { first: 1_000, longest: 30_000 };

const loading = new Map<string, Promise<object>>();

/**
 * Replaces the router's own function, which reloads the page when the script of a screen cannot be loaded.
 * Without a connection a reload shows the browser's error page and loses typed text. This function retries
 * until the script is loaded, so that the navigation continues when the connection is back. The router
 * reloads on purpose, for scripts that an update has removed: https://github.com/remix-run/remix/pull/8932
 */
export async function loadRouteModule(
  { id, module }: Route,
  loaded: Record<string, object>,
): Promise<object | undefined> {
  if (id in loaded) return loaded[id];
  const running = loading.get(id) ?? loadWithRetries(module);
  loading.set(id, running);
  loaded[id] = await running;
  markScriptLoaded(module);
  return loaded[id];
}

async function loadWithRetries(script: string): Promise<object> {
  const attempts: Promise<object>[] = [];
  let failuresInRow = 0;
  for (let wait = waitMs.first; ; wait = Math.min(wait * 2, waitMs.longest)) {
    // Browsers may cache a failed import by its URL, so that a retry needs another one.
    const url = attempts.length === 0 ? script : `${script}?again=${attempts.length}`;
    attempts.push(import(/* @vite-ignore */ url));
    const first = await Promise.race([
      Promise.any(attempts).catch(() => null),
      waitForConnection(attemptMs).then(() => null),
    ]);
    if (first) return first;
    const answer = await probeServer(script);
    failuresInRow = answer === 'there' ? failuresInRow + 1 : 0;
    if (answer === 'missing' || failuresInRow === attemptsMax) {
      markScriptFailed(script, answer === 'missing' ? 'missing' : 'cached-failure');
      // A promise that stays pending is the only way to make the router keep its screen.
      return new Promise(() => undefined);
    }
    if (answer === 'failing') markScriptFailed(script, 'failing');
    await waitForConnection(wait);
  }
}
