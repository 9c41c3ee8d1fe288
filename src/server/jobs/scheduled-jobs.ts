import { purgeExpired } from '#domain/accounts/sessions/purge-expired.ts';
import { auditEconomy, auditRules } from '#domain/audit/audit-economy.ts';
import { purgeOldAnswers } from '#domain/catalog/provider/purge-old-answers.ts';
import { purgeAbandonedUploads } from '#domain/gallery/uploads/purge-abandoned-uploads.ts';
import { purgeOldPlaySessions } from '#domain/gameplay/purge-old-sessions.ts';
import { purgeIdempotencyKeys } from '#domain/lib/purge-idempotency-keys.ts';
import { countOwners } from '#domain/library/count-owners.ts';
import { retireGuests } from '#domain/lifecycle/retire-guests.ts';
import { purgeOldNotifications } from '#domain/notifications/purge-old-notifications.ts';
import { createJobs, type Jobs } from '#integrations/pg-boss/jobs.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import type { Services } from '../bootstrap/services.ts';
import { startSendingEmails } from './send-emails.ts';

/**
 * Starts what goes on by the clock: each node writes who was seen on it and tidies its disk, one node of all counts every
 * ten minutes who owns what, and one every night clears away what has expired and audits the economy.
 * Answers how to stop it, which writes the last marks.
 */
export function startScheduledJobs(services: Services): () => Promise<void> {
  const { presence, notifier, log } = services;
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A slow database gets no pile of the same work.
    writing ??= presence
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'who was seen could not be written'))
      .finally(() => {
        writing = null;
      });
  }, presenceConstants.writeEveryMs);
  const stopMailing = startSendingEmails(services);
  const jobs = startJobs(services);
  // What an earlier process left half done on this disk, nobody goes on with. Each node has its own, and
  // what was left a moment before the start is old enough only later.
  let tidying = tidyRooms(services);
  const tidyTimer = setInterval(() => {
    tidying = tidying.then(() => tidyRooms(services));
  }, uploadConstants.tidyEveryMs).unref();
  // The shelves of a shop that was down are not those of its first ten minutes.
  const counting = countOwners(services).catch((error: unknown) => {
    log.warn({ err: error }, 'who owns what could not be counted; it is tried again');
  });

  return async () => {
    clearInterval(timer);
    clearInterval(tidyTimer);
    await writing;
    await stopMailing();
    await counting;
    await tidying;
    await (await jobs)?.stop();
    await notifier.flush();
    await presence.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'the last marks of who was seen are lost');
    });
  };
}

async function tidyRooms({ tempDirs, clock, log }: Services): Promise<void> {
  const left = new Date(clock.now().getTime() - uploadConstants.abandonedMs);
  await tempDirs.tidy(left).catch((error: unknown) => {
    log.warn({ err: error }, 'what is left of earlier uploads could not be cleared away');
  });
}

/** Nothing of it is urgent: a database that refuses it must not keep the shop closed. */
async function startJobs(services: Services): Promise<Jobs | null> {
  const { db, log } = services;
  try {
    const jobs = await createJobs((text, values) => db.$client.query(text, values), log);
    await jobs.schedule('nightly', '17 3 * * *', () => purgeExpiredRows(services));
    await jobs.schedule('audit', '47 3 * * *', () => auditByNight(services));
    await jobs.schedule('owners', '*/10 * * * *', async () => void (await countOwners(services)));
    await jobs.schedule('uploads', '*/10 * * * *', () => collectUploads(services));
    return jobs;
  } catch (error) {
    log.error({ err: error }, 'background jobs could not be started');
    return null;
  }
}

/** Deletes what nothing reads any more, and retires guests that did not come back for 30 days. */
export async function purgeExpiredRows(services: Services): Promise<void> {
  await purgeExpired(services);
  await purgeIdempotencyKeys(services);
  await purgeOldAnswers(services);
  await purgeOldNotifications(services);
  await purgeOldPlaySessions(services);
  const retired = await retireGuests(services);
  services.log.info({ retired }, 'the nightly clearing is done');
}

/** Clears away uploads that nobody finished and pictures that nobody posted, with their files. */
export async function collectUploads(services: Services): Promise<void> {
  const collected = await purgeAbandonedUploads(services);
  if (collected > 0) services.log.info({ collected }, 'abandoned uploads are cleared away');
}

/** Audits the economy: what does not hold is a line of the log each, and in the metrics of this node. */
export async function auditByNight(services: Services): Promise<void> {
  const { auditStatus, clock, log } = services;
  const { faults, counted } = await auditEconomy(services);
  const found = new Map(faults.map(({ rule, count }) => [rule, count]));
  const counts = new Map(auditRules.map(({ name }) => [name, found.get(name) ?? 0]));
  auditStatus.set({ at: clock.now(), counts });
  for (const fault of faults) log.error(fault, 'the economy breaks a rule');
  log.info({ faults: faults.length, counted }, 'the nightly audit is done');
}
