import { setConnectionProblem } from '../connection-state.ts';
import { probeServer, waitForConnection } from '../reach-server.ts';
import { markScriptFailed, markScriptLoaded } from '../script-failure.ts';

interface Route {
  id: string;
  /** The address of its script. */
  module: string;
}

/** For so long a script may take before it is asked for again. */
const patienceMs = 15_000;
/** So many fail with a server that has the script: the browser remembers that a part of it failed. */
const attemptsMax = 2;
const waitMs = { first: 1_000, longest: 30_000 };

const loading = new Map<string, Promise<object>>();

/**
 * Takes the place of the router's own function, which reloads the page when the script of a screen does
 * not come: without a connection that ends in the browser's own error page, and loses what was typed.
 * This one tries until the script is there, so that a click leads on once the connection is back.
 */
export async function loadRouteModule(
  { id, module }: Route,
  loaded: Record<string, object>,
): Promise<object | undefined> {
  if (id in loaded) return loaded[id];
  const running = loading.get(id) ?? loadUntilThere(module);
  loading.set(id, running);
  loaded[id] = await running;
  markScriptLoaded(module);
  return loaded[id];
}

async function loadUntilThere(script: string): Promise<object> {
  const attempts: Promise<object>[] = [];
  let failedThere = 0;
  for (let wait = waitMs.first; ; wait = Math.min(wait * 2, waitMs.longest)) {
    // A browser may remember by its address that a script failed.
    const address = attempts.length === 0 ? script : `${script}?again=${attempts.length}`;
    attempts.push(import(/* @vite-ignore */ address));
    const first = await Promise.race([
      Promise.any(attempts).catch(() => null),
      waitForConnection(patienceMs).then(() => null),
    ]);
    if (first) return first;
    const answer = await probeServer(script);
    failedThere = answer === 'there' ? failedThere + 1 : 0;
    if (answer === 'missing' || failedThere === attemptsMax) {
      markScriptFailed(script, answer === 'there');
      // The router has no other way to leave its screen as it is.
      return new Promise(() => undefined);
    }
    if (answer === null) setConnectionProblem('offline');
    await waitForConnection(wait);
  }
}
