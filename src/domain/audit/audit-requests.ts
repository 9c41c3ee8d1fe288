import { desc, eq } from 'drizzle-orm';
import { auditRuns, type StoredViolation, users } from '#database/schema.ts';
import { auditConstants } from '#shared/constants/server/audit.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../permissions/require-right.ts';
import { endStaleRuns } from './audit-runs.ts';

/** A run of the audit, as admins see it. */
export interface AuditRun {
  id: string;
  state: 'requested' | 'running' | 'done' | 'failed';
  /** The username of the admin who requested it; null for a nightly run. */
  requestedBy: string | null;
  createdAt: Date;
  /** How long it took; null while it is not done. */
  durationMs: number | null;
  /** The number of rules that were checked. */
  rules: number | null;
  violations: StoredViolation[];
}

/**
 * Requests a run of the audit. The job that runs requested ones starts it within minutes.
 * @throws AppError `login-required`, `admins-only`, `audit-open` while another one waits or runs.
 */
export async function requestAudit(ctx: Ctx): Promise<void> {
  const { id: requestedBy } = requireRight(ctx, 'see-economy');
  const createdAt = ctx.clock.now();
  const added = await ctx.db.transaction(async (tx) => {
    await endStaleRuns(tx, createdAt);
    return tx
      .insert(auditRuns)
      .values({ state: 'requested', requestedBy, createdAt })
      .onConflictDoNothing()
      .returning({ id: auditRuns.id });
  });
  if (added.length === 0) throw new AppError('audit-open');
}

/**
 * Lists the last runs of the audit, the newest first.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listAuditRuns(ctx: Ctx): Promise<AuditRun[]> {
  requireRight(ctx, 'see-economy');
  const rows = await ctx.db
    .select({
      id: auditRuns.id,
      state: auditRuns.state,
      requestedBy: users.displayUsername,
      createdAt: auditRuns.createdAt,
      startedAt: auditRuns.startedAt,
      finishedAt: auditRuns.finishedAt,
      rules: auditRuns.rules,
      violations: auditRuns.violations,
    })
    .from(auditRuns)
    .leftJoin(users, eq(users.id, auditRuns.requestedBy))
    .orderBy(desc(auditRuns.id))
    .limit(auditConstants.runsShown);
  return rows.map(({ startedAt, finishedAt, ...run }) => ({
    ...run,
    durationMs: startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
  }));
}
