import type { ReadDatabase } from '#database/read-database.ts';
import type { Ctx } from '#domain/context.ts';
import type { Config } from '../config/config.ts';
import type { AuditStatus } from '../jobs/audit-status.ts';
import type { EventHub } from './events.ts';
import type { Logger } from './log.ts';

/** The services of the process. The `Ctx` of each request is made from them. */
export interface Services extends Omit<Ctx, 'actor' | 'request'> {
  config: Config;
  events: EventHub;
  /** For pages and lists of visitors, with `DATABASE_READ_URL`; never for a player's own data or for money. */
  reads: ReadDatabase | null;
  /** The result of the last audit on this node. */
  auditStatus: AuditStatus;
  log: Logger;
}
