const timeoutMs = 10_000;

/** Asks the server whether a URL exists: `there`, `missing`, or null when it gives no answer. */
export async function probeServer(url: string): Promise<'there' | 'missing' | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { ok, status } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
    if (ok) return 'there';
    return status < 500 ? 'missing' : null;
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
