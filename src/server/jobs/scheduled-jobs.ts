import { eraseDeletedAccounts } from '#domain/account-deletion/erase-deleted-accounts.ts';
import { retireGuests } from '#domain/account-deletion/retire-guests.ts';
import { mailOwnersOfEarlierKeys } from '#domain/accounts/api-clients/api-keys/mail-earlier-keys.ts';
import { purgeRateCounts } from '#domain/accounts/database-rate-store.ts';
import { type AuditReport, auditRules } from '#domain/audit/audit-economy.ts';
import { runStoredAudit } from '#domain/audit/audit-runs.ts';
import { summarizeEconomy } from '#domain/audit/economy-figures/summarize-economy.ts';
import { purgeDataExports } from '#domain/data-export/purge-data-exports.ts';
import { checkDownloadFiles } from '#domain/downloads/check-download-files.ts';
import { purgeDownloadFiles } from '#domain/downloads/delete-download-files.ts';
import { purgeAbandonedUploads } from '#domain/gallery/uploads/purge-abandoned-uploads.ts';
import { countOwners } from '#domain/game-library/count-owners.ts';
import { summarizeSales } from '#domain/market/history/summarize-sales.ts';
import { endOrdersBeyondLimits, expireOrders } from '#domain/market/orders/end-orders.ts';
import { rematchBooks } from '#domain/market/orders/rematch-books.ts';
import { deleteOldRows } from '#domain/retention/delete-old-rows.ts';
import { checkNewestVersion } from '#domain/system/versions/newest-version.ts';
import { endOffersBeyondLimits, expireOffers } from '#domain/trades/close-offer.ts';
import { sendPriceAlerts } from '#domain/wishlist/send-price-alerts.ts';
import { createJobScheduler, type JobScheduler } from '#integrations/pg-boss/job-scheduler.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { auditConstants } from '#shared/constants/server/audit.ts';
import type { Services } from '../bootstrap/services.ts';
import { startDeliveringNotifications } from './deliver-notifications.ts';
import { startMakingBackups } from './make-backups.ts';
import { startMakingExports } from './make-exports.ts';
import { startRecordingCompleteSets } from './record-complete-sets.ts';
import { createScriptRunner, type ScriptRunner } from './run-script.ts';
import { startSendingEmails } from './send-emails.ts';
import { startSendingNotificationMails } from './send-notification-mails.ts';
import { startSendingPushes } from './send-pushes.ts';
import { startExampleCommunity } from './start-example-community.ts';

/** The purge and the audit read whole tables. */
const nightlyMaxMinutes = auditConstants.longestMs / 60_000;

/**
 * Starts the scheduled jobs that one process of each instance runs. It delivers notifications, sends mails and pushes,
 * records complete sets, makes exports of data, makes and removes the example community, and cleans up its temp dirs.
 * One instance of all does the rest: every minute it ends and matches orders, ends trade offers, sends price alerts,
 * runs requested audits and erases deleted accounts; every five it summarizes sales and the economy; every ten it
 * counts owners and cleans up uploads; every day at an hour it makes a backup and asks for the newest version, and
 * every night it purges expired rows and audits the economy. Returns the function that stops the jobs.
 */
export function startScheduledJobs(services: Services): () => Promise<void> {
  const stopMailing = startSendingEmails(services);
  const stopMailingNotifications = startSendingNotificationMails(services);
  const stopPushing = startSendingPushes(services);
  const stopDelivering = startDeliveringNotifications(services);
  const stopCheckingSets = startRecordingCompleteSets(services);
  const stopMakingExports = startMakingExports(services);
  const stopExampleCommunity = startExampleCommunity(services);
  const scripts = createScriptRunner(services);
  // A first summary of many sales takes minutes, and stopping does not wait for all of it.
  const stopping = new AbortController();
  const jobs = startJobs(services, scripts, stopping.signal);
  // Removes files that an earlier process left on this machine's disk. Files from just before the start are
  // old enough only in a later run.
  let cleaningUp = cleanUpTempDirs(services);
  const cleanUpTimer = setInterval(() => {
    cleaningUp = cleaningUp.then(() => cleanUpTempDirs(services));
  }, uploadConstants.cleanUpEveryMs).unref();
  // After a downtime the counts are outdated, so the first ten minutes do not wait for the job.
  const counting = countOwners(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'owners could not be counted; the next run retries');
  });
  const summarizing = summarize(services, stopping.signal).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the economy could not be summarized; the next run retries');
  });

  return async () => {
    stopping.abort();
    clearInterval(cleanUpTimer);
    await stopMailing();
    await stopMailingNotifications();
    await stopPushing();
    await stopMakingExports();
    await stopExampleCommunity();
    await counting;
    await summarizing;
    await cleaningUp;
    await scripts.stop();
    await (await jobs)?.stop();
    await stopCheckingSets();
    await stopDelivering();
  };
}

async function cleanUpTempDirs({ gallery: { tempDirs }, clock, log }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - uploadConstants.abandonedMs);
  await tempDirs.removeOlderThan(before).catch((error: unknown) => {
    log.warn({ err: error }, 'temp dirs of earlier uploads could not be removed');
  });
}

/** Starts the jobs of all nodes. The server starts even if this fails, because no job is urgent. */
async function startJobs(
  services: Services,
  scripts: ScriptRunner,
  stopping: AbortSignal,
): Promise<Pick<JobScheduler, 'stop'> | null> {
  const { db, log } = services;
  try {
    const jobs = await createJobScheduler((text, values) => db.$client.query(text, values), log);
    const stopBackups = await startMakingBackups(services, jobs, scripts);
    await jobs.schedule(
      'nightly',
      '17 3 * * *',
      () => purgeExpiredRows(services),
      nightlyMaxMinutes,
    );
    await jobs.schedule('audit', '47 3 * * *', () => runNightlyAudit(services), nightlyMaxMinutes);
    await jobs.schedule(
      'audit-requests',
      '* * * * *',
      () => runRequestedAudit(services),
      nightlyMaxMinutes,
    );
    await jobs.schedule('newest-version', '37 5 * * *', () => checkNewestVersion(services));
    await jobs.schedule('owners', '*/10 * * * *', async () => void (await countOwners(services)));
    await jobs.schedule('sales', '*/5 * * * *', () => summarize(services, stopping));
    await jobs.schedule(
      'price-alerts',
      '* * * * *',
      async () => void (await sendPriceAlerts(services)),
    );
    await jobs.schedule(
      'exports',
      '*/10 * * * *',
      async () => void (await purgeDataExports(services)),
    );
    await jobs.schedule('uploads', '*/10 * * * *', () => cleanUpUploads(services));
    await jobs.schedule('orders', '* * * * *', () => endAndMatchOrders(services));
    await jobs.schedule(
      'erasures',
      '* * * * *',
      async () => void (await eraseDeletedAccounts(services)),
    );
    await jobs.schedule('rate-counts', '*/10 * * * *', () => purgeRateCounts(services));
    await jobs.schedule('trade-offers', '* * * * *', async () => {
      await expireOffers(services);
      await endOffersBeyondLimits(services);
    });
    return {
      async stop() {
        await stopBackups();
        await jobs.stop();
      },
    };
  } catch (error) {
    log.error({ err: error }, 'background jobs could not be started');
    return null;
  }
}

/** Sums up sales by card and day, and then the whole economy by day. */
async function summarize(services: Services, stopping: AbortSignal): Promise<void> {
  await summarizeSales(services, stopping);
  if (!stopping.aborted) await summarizeEconomy(services, stopping);
}

/** Deletes expired rows, retires guests that were inactive for 30 days, and tells owners of earlier API keys. */
export async function purgeExpiredRows(services: Services): Promise<void> {
  const { config } = services;
  await mailOwnersOfEarlierKeys(services);
  const deleted = await deleteOldRows(services, {
    readNotifications: config.RETENTION_READ_NOTIFICATIONS,
    unreadNotifications: config.RETENTION_UNREAD_NOTIFICATIONS,
    failedMails: config.RETENTION_FAILED_MAILS,
    emptyPlaySessions: config.RETENTION_EMPTY_PLAY_SESSIONS,
    awardCounts: config.RETENTION_AWARD_COUNTS,
  });
  const retired = await retireGuests(services);
  const downloads = await checkDownloadFiles(services).catch((error: unknown) => {
    services.log.error({ err: error }, 'the files of downloads could not be checked');
  });
  services.log.info({ deleted, retired, downloads }, 'the nightly purge is done');
}

/** Ends the orders that were open long enough, and matches those whose obstacles have ended. */
export async function endAndMatchOrders(services: Services): Promise<void> {
  const expired = (await expireOrders(services)) + (await endOrdersBeyondLimits(services));
  const trades = await rematchBooks(services);
  if (expired + trades > 0) services.log.info({ expired, trades }, 'orders ended or were matched');
}

/** Deletes unfinished uploads and pictures that were never posted, with their files, and removed downloads. */
export async function cleanUpUploads(services: Services): Promise<void> {
  await purgeDownloadFiles(services);
  const deleted = await purgeAbandonedUploads(services);
  if (deleted > 0) services.log.info({ deleted }, 'abandoned uploads were deleted');
}

/**
 * Audits the economy and stores the result. Each violated rule is logged and counted in the metrics of this instance.
 */
export async function runNightlyAudit(services: Services): Promise<void> {
  const report = await runStoredAudit(services, { isNightly: true });
  if (report) publishAudit(services, report);
}

/** Runs the audit that an admin requested, if there is one. */
export async function runRequestedAudit(services: Services): Promise<void> {
  const report = await runStoredAudit(services, { isNightly: false });
  if (report) publishAudit(services, report);
}

function publishAudit(services: Services, { violations, counted }: AuditReport): void {
  const { auditStatus, clock, log } = services;
  const found = new Map(violations.map(({ rule, count }) => [rule, count]));
  const counts = new Map(auditRules.map(({ name }) => [name, found.get(name) ?? 0]));
  auditStatus.set({ at: clock.now(), counts });
  for (const violation of violations) log.error(violation, 'the economy breaks a rule');
  log.info({ violations: violations.length, counted }, 'the audit is done');
}
