import { dropExpired } from '#domain/accounts/drop-expired.ts';
import { retireGuests } from '#domain/moderation/retire-guests.ts';
import type { Services } from './services.ts';

/** Well below the minute that an account counts as Online for. */
const presenceEveryMs = 15_000;
const cleanEveryMs = 60 * 60 * 1000;

/**
 * Starts what a node does by the clock: it writes who was seen, and clears away what has expired.
 * Answers how to stop it, which writes the last marks.
 */
export function startUpkeep(services: Services): () => Promise<void> {
  const { presence, log } = services;

  async function clean(): Promise<void> {
    await dropExpired(services);
    const retired = await retireGuests(services);
    if (retired > 0) log.info({ retired }, 'guests unseen for 30 days were retired');
  }

  function repeat(work: () => Promise<void>, everyMs: number): () => Promise<void> {
    let running: Promise<void> | null = null;
    const timer = setInterval(() => {
      // A slow database gets no pile of the same work.
      running ??= work()
        .catch((error: unknown) => log.warn({ err: error }, 'upkeep failed; it is tried again'))
        .finally(() => {
          running = null;
        });
    }, everyMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }

  const stops = [repeat(() => presence.flush(), presenceEveryMs), repeat(clean, cleanEveryMs)];

  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await presence.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'the last marks of who was seen are lost');
    });
  };
}
