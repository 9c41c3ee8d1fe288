/** After so long the server counts as not reached. */
const answerMs = 10_000;

/** What the server says of an address: `there`, `missing`, or null when it does not say. */
export async function probeServer(address: string): Promise<'there' | 'missing' | null> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const { ok, status } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal });
    if (ok) return 'there';
    return status < 500 ? 'missing' : null;
  } catch {
    return null;
  }
}

/** Waits `ms`, or until the browser says that the network is back. */
export function waitForConnection(ms: number): Promise<void> {
  return new Promise((resolve) => {
    function go() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    }
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}
