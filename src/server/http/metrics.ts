import { isNotNull, isNull } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  emailRequests,
  notificationMails,
  pendingNotifications,
  requestedEmails,
  waitingPushes,
} from '#database/schema.ts';
import { findLastBackup, getBackupFolder } from '../backup/backup-folder.ts';
import type { Services } from '../bootstrap/services.ts';
import type { AuditStatus } from '../jobs/audit-status.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of the process. Each server has its own registry, so tests can start several. With a
 * process name, the memory, CPU time and other metrics of Node have it as a label.
 */
export function createMetrics(
  {
    auditStatus,
    accounts: { presence },
    db,
    config,
  }: Pick<Services, 'auditStatus' | 'accounts' | 'db' | 'config'>,
  processName?: string,
) {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    ...(processName && { labels: { process: processName } }),
  });
  const requests = new Histogram({
    name: 'guildhall_http_request_seconds',
    help: 'Time to answer, by kind of route and class of status.',
    labelNames: ['kind', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'guildhall_unexpected_errors_total',
    help: 'Answers with status 500.',
    registers: [registry],
  });
  new Gauge({
    name: 'guildhall_sockets',
    help: 'Connected sockets of this node.',
    registers: [registry],
    collect() {
      this.set(presence.countConnections());
    },
  });
  addAuditMetrics(registry, auditStatus);
  // They are of the whole site, so one process of an instance is enough.
  if (!processName || processName === 'primary') {
    addDeliveryMetrics(registry, db);
    addBackupMetric(registry, getBackupFolder(config));
  }
  return {
    registry,
    observe(kind: 'page' | 'data' | 'action' | 'file', status: number, seconds: number) {
      requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds);
      if (status === 500) failures.inc();
    },
  };
}

/** Adds the numbers of rows that wait for delivery. They have no value while the database does not answer. */
function addDeliveryMetrics(registry: Registry, db: Services['db']): void {
  const counts = [
    {
      name: 'guildhall_pending_notifications',
      help: 'Notifications that are not delivered yet.',
      count: () => db.$count(pendingNotifications),
    },
    {
      name: 'guildhall_waiting_mails',
      help: 'Mails that are not sent yet.',
      count: async () =>
        (await db.$count(requestedEmails, isNull(requestedEmails.failedAt))) +
        (await db.$count(emailRequests, isNull(emailRequests.failedAt))) +
        (await db.$count(notificationMails, isNull(notificationMails.failedAt))),
    },
    {
      name: 'guildhall_waiting_pushes',
      help: 'Pushes that are not sent yet, also because of quiet hours.',
      count: () => db.$count(waitingPushes),
    },
    {
      name: 'guildhall_failed_mails',
      help: 'Mails whose last attempt failed, for as long as they are kept.',
      count: async () =>
        (await db.$count(requestedEmails, isNotNull(requestedEmails.failedAt))) +
        (await db.$count(emailRequests, isNotNull(emailRequests.failedAt))) +
        (await db.$count(notificationMails, isNotNull(notificationMails.failedAt))),
    },
  ];
  for (const { name, help, count } of counts) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        const rows = await count().catch(() => null);
        if (rows === null) this.remove();
        else this.set(rows);
      },
    });
  }
}

/** Adds the time of the newest backup in the folder, which other processes write. */
function addBackupMetric(registry: Registry, folder: string): void {
  new Gauge({
    name: 'guildhall_backup_timestamp_seconds',
    help: 'When the newest complete backup in the folder of backups began.',
    registers: [registry],
    async collect() {
      this.reset();
      const last = await findLastBackup(folder);
      if (last) this.set(last.getTime() / 1000);
      else this.remove();
    },
  });
}

/** Adds the results of the last audit. Only the node that ran it has them. */
function addAuditMetrics(registry: Registry, { last }: AuditStatus): void {
  new Gauge({
    name: 'guildhall_audit_faults',
    help: 'Rows that broke a rule of the economy at the last audit; 0 where it holds.',
    labelNames: ['rule'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [rule, count] of last()?.counts ?? []) this.set({ rule }, count);
    },
  });
  new Gauge({
    name: 'guildhall_audit_timestamp_seconds',
    help: 'When the economy was last audited.',
    registers: [registry],
    collect() {
      this.reset();
      const audit = last();
      if (audit) this.set(audit.at.getTime() / 1000);
    },
  });
}
