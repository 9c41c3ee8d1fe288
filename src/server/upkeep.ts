import { createJobs, type Jobs } from '#adapters/jobs.ts';
import { dropExpired } from '#domain/accounts/drop-expired.ts';
import { auditEconomy, auditRules } from '#domain/audit/audit-economy.ts';
import { forgetOldAnswers } from '#domain/catalogue/source/forget-old-answers.ts';
import { countOwners } from '#domain/library/count-owners.ts';
import { retireGuests } from '#domain/moderation/retire-guests.ts';
import { forgetOldKeys } from '#domain/money/forget-old-keys.ts';
import { forgetOldNotices } from '#domain/notices/forget-old-notices.ts';
import { collectAbandoned } from '#domain/pictures/collect-abandoned.ts';
import { forgetOldPlays } from '#domain/play/forget-old-plays.ts';
import { presence as presenceLimits, upload } from '#shared/limits.ts';
import { startMailing } from './mailing.ts';
import type { Services } from './services.ts';

/**
 * Starts what goes on by the clock: each node writes who was seen on it and tidies its disk, one node of all counts every
 * ten minutes who owns what, and one every night clears away what has expired and audits the economy.
 * Answers how to stop it, which writes the last marks.
 */
export function startUpkeep(services: Services): () => Promise<void> {
  const { presence, notices, log } = services;
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A slow database gets no pile of the same work.
    writing ??= presence
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'who was seen could not be written'))
      .finally(() => {
        writing = null;
      });
  }, presenceLimits.writeEveryMs);
  const stopMailing = startMailing(services);
  const jobs = startJobs(services);
  // What an earlier process left half done on this disk, nobody goes on with. Each node has its own, and
  // what was left a moment before the start is old enough only later.
  let tidying = tidyRooms(services);
  const tidyTimer = setInterval(() => {
    tidying = tidying.then(() => tidyRooms(services));
  }, upload.tidyEveryMs).unref();
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
    await notices.flush();
    await presence.flush().catch((error: unknown) => {
      log.warn({ err: error }, 'the last marks of who was seen are lost');
    });
  };
}

async function tidyRooms({ workrooms, clock, log }: Services): Promise<void> {
  const left = new Date(clock.now().getTime() - upload.abandonedMs);
  await workrooms.tidy(left).catch((error: unknown) => {
    log.warn({ err: error }, 'what is left of earlier uploads could not be cleared away');
  });
}

/** Nothing of it is urgent: a database that refuses it must not keep the shop closed. */
async function startJobs(services: Services): Promise<Jobs | null> {
  const { db, log } = services;
  try {
    const jobs = await createJobs((text, values) => db.$client.query(text, values), log);
    await jobs.schedule('nightly', '17 3 * * *', () => clearAway(services));
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
export async function clearAway(services: Services): Promise<void> {
  await dropExpired(services);
  await forgetOldKeys(services);
  await forgetOldAnswers(services);
  await forgetOldNotices(services);
  await forgetOldPlays(services);
  const retired = await retireGuests(services);
  services.log.info({ retired }, 'the nightly clearing is done');
}

/** Clears away uploads that nobody finished and pictures that nobody posted, with their files. */
export async function collectUploads(services: Services): Promise<void> {
  const collected = await collectAbandoned(services);
  if (collected > 0) services.log.info({ collected }, 'abandoned uploads are cleared away');
}

/** Audits the economy: what does not hold is a line of the log each, and in the metrics of this node. */
export async function auditByNight(services: Services): Promise<void> {
  const { auditBoard, clock, log } = services;
  const { faults, counted } = await auditEconomy(services);
  const found = new Map(faults.map(({ rule, count }) => [rule, count]));
  const counts = new Map(auditRules.map(({ name }) => [name, found.get(name) ?? 0]));
  auditBoard.set({ at: clock.now(), counts });
  for (const fault of faults) log.error(fault, 'the economy breaks a rule');
  log.info({ faults: faults.length, counted }, 'the nightly audit is done');
}
