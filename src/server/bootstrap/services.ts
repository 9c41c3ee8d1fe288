import type { Ctx } from '#domain/context.ts';
import type { Config } from '../config/config.ts';
import type { AuditStatus } from '../jobs/audit-status.ts';
import type { EventHub } from './events.ts';
import type { Logger } from './log.ts';

/** The services of the process. The `Ctx` of each request is made from them. */
export interface Services extends Omit<Ctx, 'actor' | 'request'> {
  config: Config;
  events: EventHub;
  /** The result of the last audit on this node. */
  auditStatus: AuditStatus;
  log: Logger;
}
