import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Starts the jobs of each process that serves requests: it writes when accounts were last seen by this
 * process, and reads the secrets again. Returns the function that stops them and writes the last presence.
 */
export function startProcessJobs({
  accounts: { presence },
  keys,
  log,
}: Pick<Services, 'accounts' | 'keys' | 'log'>): () => Promise<void> {
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => {
    // With a slow database the writes do not pile up.
    writing ??= presence
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'presence could not be written'))
      .finally(() => {
        writing = null;
      });
  }, presenceConstants.writeEveryMs);
  let readingKeys = Promise.resolve();
  const keysTimer = setInterval(() => {
    readingKeys = keys.reload();
  }, secretConstants.readEveryMs).unref();

  return async () => {
    clearInterval(timer);
    clearInterval(keysTimer);
    await readingKeys;
    await writing;
    await presence.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'the last presence could not be written');
    });
  };
}
