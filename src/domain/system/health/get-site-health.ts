import { sql } from 'drizzle-orm';
import { boolean, integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  auditRuns,
  emailRequests,
  exampleCommunity,
  notificationMails,
  requestedEmails,
  totpFactors,
  users,
} from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import { defaultSiteName } from '#shared/constants/site/site-defaults.ts';
import { readMailSender } from '../../accounts/emails/mail-sender.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { listUnreadableForPages } from '../../secrets/list-unreadable.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { readBackupSchedule } from '../backups/backup-schedule.ts';
import type { JobRun } from '../server-operations.ts';
import { findNewerVersion, getNewestVersion } from '../versions/newest-version.ts';
import { type HealthWarning, listHealthWarnings } from './health-checks.ts';

interface Counts {
  failedMails: number;
  adminsWithoutFactor: number;
  brokenRules: number;
  hasExamples: boolean;
}

/** A larger number is not counted further. */
const countMax = 1_000;

const mails = [requestedEmails, emailRequests, notificationMails].map(
  (table) => sql`select from ${table} where failed_at is not null`,
);

const readCounts = declareStatement<Counts, { now: Date }>(
  {
    failedMails: integer,
    adminsWithoutFactor: integer,
    brokenRules: integer,
    hasExamples: boolean,
  },
  sql`select
    (select count(*)::integer from (
      ${sql.join(mails, sql` union all `)} limit ${sql.raw(String(countMax))}
    ) as mails) as "failedMails",
    (select count(*)::integer from (
      select from ${users} as admin
      left join ${totpFactors} as factor
        on factor.user_id = admin.id and factor.confirmed_at is not null
      where admin.role = 'admin' and factor.user_id is null
        and (not admin.banned or admin.ban_expires <= ${sql.placeholder('now')}::timestamptz)
      limit ${sql.raw(String(countMax))}
    ) as admins) as "adminsWithoutFactor",
    coalesce((select jsonb_array_length(to_jsonb(run.violations)) from ${auditRuns} as run
      where run.state = 'done' order by run.id desc limit 1), 0) as "brokenRules",
    exists (select from ${exampleCommunity} as example where example.state <> 'removed') as "hasExamples"`,
);

/** The counts are read on each visit of the administration, so they may be this old. */
const freshMs = 10_000;

const getCounts = cachedRead('site-health', freshMs, async ({ db, clock }) => {
  const [counts] = await readCounts(db, { now: clock.now() });
  return counts ?? { failedMails: 0, adminsWithoutFactor: 0, brokenRules: 0, hasExamples: false };
});

/**
 * What the owner of the site should do next, what is urgent first. A part that cannot be read gives no warning,
 * because the page is needed most when something is broken.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getSiteHealth(ctx: Ctx): Promise<HealthWarning[]> {
  requireAdmin(ctx);
  const { operations, log } = ctx;
  const orNull = <Value>(reading: Promise<Value>) =>
    reading.catch((error: unknown) => {
      log.warn({ err: error }, 'a part of the health of the site could not be read');
      return null;
    });
  const [settings, counts, sender, unreadable, schedule, disk, backups, jobs, copyRun] =
    await Promise.all([
      getSiteSettings(ctx),
      getCounts(ctx),
      readMailSender(ctx),
      listUnreadableForPages(ctx),
      readBackupSchedule(ctx),
      orNull(operations.readDisk()),
      orNull(operations.backups.list()),
      orNull(operations.jobs.list()),
      orNull(operations.backups.copies.findRun()),
    ]);
  return listHealthWarnings({
    ...counts,
    now: ctx.clock.now(),
    reachedAt: ctx.request.origin,
    origin: ctx.site.origin,
    sendsMails: ctx.accounts.mailer.canDeliver,
    senderProblem: sender?.problem ?? null,
    hasExternalDatabase: !operations.backups.includesDatabase,
    lastBackup: backups && (backups[0]?.at ?? 'none'),
    makesBackups: schedule.isOn,
    copyProblem: schedule.isCopied
      ? findCopyProblem(operations.backups.copies.bucket, copyRun)
      : null,
    secret: operations.secretStrength,
    unreadableSecrets: unreadable.reduce((sum, { count }) => sum + count, 0),
    disk,
    failedJobs:
      jobs?.filter(({ lastRun }) => lastRun?.state === 'failed').map(({ name }) => name) ?? null,
    hasDefaultPrice:
      settings.gamePrice === 'configured' &&
      ctx.rules.gamePriceCents === priceConstants.defaultCents,
    version: operations.version,
    newerVersion: findNewerVersion(await getNewestVersion(ctx), operations.version),
    hasDefaultName: settings.name === defaultSiteName,
  });
}

function findCopyProblem(bucket: string | null, run: JobRun | null): string | null {
  if (bucket === null) return 'The site has no bucket any more: set one, or switch copying off.';
  if (run?.state !== 'failed') return null;
  return run.error ?? 'Nobody knows why. Copy it again.';
}
