import { recordCompleteSets } from '#domain/collections/record-complete-sets.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Checks sets of which cards have arrived, at the start and every second. Checks that a killed node left are
 * taken by the next run of any node. Returns the function that stops it after a last run.
 */
export function startRecordingCompleteSets(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
): () => Promise<void> {
  let checking: Promise<void> | null = null;
  async function check(): Promise<void> {
    try {
      await recordCompleteSets(services);
    } catch (error) {
      services.log.warn({ err: error }, 'sets could not be checked; the next run tries again');
    }
  }
  function start(): void {
    // With a slow database the runs do not pile up.
    checking ??= check().finally(() => {
      checking = null;
    });
  }
  start();
  const timer = setInterval(start, collectionConstants.checkSetsEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}
