import { asc, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { bigintText, integer, text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { emailRequests, nodes, notificationMails, requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import { readMailSender } from '../accounts/emails/mail-sender.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { listUnreadableForPages } from '../secrets/list-unreadable.ts';

const readDatabase = declareStatement<{ version: string; bytes: string }, Record<never, never>>(
  { version: text, bytes: bigintText },
  sql`select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes`,
);

const mailTables = [requestedEmails, emailRequests, notificationMails].map(
  (table) => sql`select failed_at, last_error from ${table}`,
);

const countMails = declareStatement<{ waiting: number; failed: number }, Record<never, never>>(
  { waiting: integer, failed: integer },
  sql`select count(*) filter (where failed_at is null)::integer as waiting,
    count(failed_at)::integer as failed
    from (${sql.join(mailTables, sql` union all `)}) as mails`,
);

/** How many reasons of refused mails are shown. */
const failuresMax = 5;

export interface MailFailure {
  error: string;
  /** How many mails are tried again. */
  waiting: number;
  /** How many were given up. */
  failed: number;
}

const listMailFailures = declareStatement<MailFailure, Record<never, never>>(
  { error: text, waiting: integer, failed: integer },
  sql`select last_error as error, count(*) filter (where failed_at is null)::integer as waiting,
      count(failed_at)::integer as failed
    from (${sql.join(mailTables, sql` union all `)}) as mails
    where last_error is not null
    group by last_error order by count(*) desc, last_error limit ${sql.raw(String(failuresMax))}`,
);

/**
 * What the page 'System' shows: versions, living nodes, the encryption key, jobs, mails, disk and configured services. A
 * part that cannot be read is null, because the page is needed most when something is broken.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getSystemStatus(ctx: Ctx) {
  requireAdmin(ctx);
  const { db, log, operations } = ctx;
  const orNull = <Value>(reading: Promise<Value>) =>
    reading.catch((error: unknown) => {
      log.warn({ err: error }, 'a part of the state of the system could not be read');
      return null;
    });
  const [
    [database],
    [mails],
    failures,
    sender,
    livingNodes,
    unreadable,
    jobList,
    failedRuns,
    disk,
  ] = await Promise.all([
    readDatabase(db, {}),
    countMails(db, {}),
    listMailFailures(db, {}),
    readMailSender(ctx),
    listLivingNodes(db),
    listUnreadableForPages(ctx),
    orNull(operations.jobs.list()),
    orNull(operations.jobs.listFailed()),
    orNull(operations.readDisk()),
  ]);
  return {
    version: operations.version,
    runtime: operations.runtime,
    database: { version: database?.version ?? '', bytes: Number(database?.bytes ?? 0) },
    mails: {
      waiting: mails?.waiting ?? 0,
      failed: mails?.failed ?? 0,
      failures,
      sender,
    },
    encryption: {
      keyId: ctx.encryption.keyIds[0],
      place: operations.encryptionKeyPlace,
      unreadable,
    },
    nodes: livingNodes,
    jobs: jobList,
    failedRuns: failedRuns ?? [],
    disk,
    services: [...operations.services.keys()],
  };
}

/** The processes of all machines that serve requests, the oldest first. */
async function listLivingNodes(db: Queryable) {
  return db
    .select({ id: nodes.id, startedAt: nodes.startedAt })
    .from(nodes)
    .where(sql`${nodes.seenAt} >= now() - ${nodeConstants.deadAfterMs} * interval '1 millisecond'`)
    .orderBy(asc(nodes.startedAt), asc(nodes.id))
    .limit(nodesMax);
}

/** More are not shown. */
const nodesMax = 100;
