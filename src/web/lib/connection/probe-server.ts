import { setConnectionProblem } from './connection-state.ts';
import { gatewayStatuses } from './network-errors.ts';

const timeoutMs = 10_000;
/** An address that answers whenever the server runs. */
const healthPath = '/healthz';

/**
 * What the server says about a URL. `there` and `missing`: it exists or not. `failing`: its answer is an error,
 * while the server answers other requests. `unreached`: the server gives no answer at all.
 */
export type ProbeResult = 'there' | 'missing' | 'failing' | 'unreached';

/** Asks the server whether a URL exists. Reports a connection problem when the server is not reached. */
export async function probeServer(url: string): Promise<ProbeResult> {
  const status = await requestStatus(url);
  if (status !== null && status < 400) return 'there';
  if (status !== null && status < 500) return 'missing';
  const isOneFile = status !== null && !gatewayStatuses.has(status);
  if (isOneFile && (await requestStatus(healthPath)) === 200) return 'failing';
  setConnectionProblem(status === null ? 'offline' : 'unavailable');
  return 'unreached';
}

/** Returns the status of an answer without its body; null without an answer. */
async function requestStatus(url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
    return status;
  } catch {
    return null;
  }
}

/** Waits `ms` milliseconds, or less when the browser reports that the network is back. */
export function waitForConnection(ms: number): Promise<void> {
  return new Promise((resolve) => {
    function finish() {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      resolve();
    }
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
  });
}
