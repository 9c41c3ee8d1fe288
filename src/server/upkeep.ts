import { createJobs, type Jobs } from '#adapters/jobs.ts';
import { dropExpired } from '#domain/accounts/drop-expired.ts';
import { retireGuests } from '#domain/moderation/retire-guests.ts';
import { forgetOldKeys } from '#domain/money/forget-old-keys.ts';
import type { Services } from './services.ts';

/** Well below the minute that an account counts as Online for. */
const presenceEveryMs = 15_000;

/**
 * Starts what goes on by the clock: each node writes who was seen on it, and one node of all clears
 * away every night what has expired. Answers how to stop it, which writes the last marks.
 */
export function startUpkeep(services: Services): () => Promise<void> {
  const { presence, log } = services;
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A slow database gets no pile of the same work.
    writing ??= presence
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'who was seen could not be written'))
      .finally(() => {
        writing = null;
      });
  }, presenceEveryMs);
  const jobs = startJobs(services);

  return async () => {
    clearInterval(timer);
    await writing;
    await (await jobs)?.stop();
    await presence.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'the last marks of who was seen are lost');
    });
  };
}

/** Nothing of it is urgent: a database that refuses it must not keep the shop closed. */
async function startJobs(services: Services): Promise<Jobs | null> {
  const { db, log } = services;
  try {
    const jobs = await createJobs((text, values) => db.$client.query(text, values), log);
    await jobs.schedule('nightly', '17 3 * * *', () => clearAway(services));
    return jobs;
  } catch (error) {
    log.error({ err: error }, 'background jobs could not be started');
    return null;
  }
}

/** Deletes what nothing reads any more, and retires guests that did not come back for 30 days. */
export async function clearAway(services: Services): Promise<void> {
  await dropExpired(services);
  await forgetOldKeys(services);
  const retired = await retireGuests(services);
  services.log.info({ retired }, 'the nightly clearing is done');
}
