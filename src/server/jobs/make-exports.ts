import { makeDataExports } from '#domain/data-export/make-data-exports.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Makes requested exports of data, one at a time. A stopped or killed node leaves its export to another run.
 * Returns the function that stops it. It does not wait for a running export, which can take minutes.
 */
export function startMakingExports(services: Services): () => Promise<void> {
  let making: Promise<void> | null = null;
  const timer = setInterval(() => {
    making ??= makeDataExports(services)
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'requested exports could not be read'),
      )
      .finally(() => {
        making = null;
      });
  }, dataExportConstants.checkEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await making;
  };
}
