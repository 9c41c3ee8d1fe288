import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { auditRuns, type StoredViolation, users } from '#database/schema.ts';
import { auditConstants } from '#shared/constants/audit.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../moderation/require-moderator.ts';
import { type AuditReport, auditEconomy } from './audit-economy.ts';
import type { Violation } from './audit-rule.ts';

type RunCtx = Pick<Ctx, 'db' | 'clock' | 'rules'>;

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
  const { id: requestedBy } = requireAdmin(ctx);
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
  requireAdmin(ctx);
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

/**
 * Audits the economy and stores the result; the last 90 are kept. A nightly run takes the place of a requested one;
 * otherwise only a requested one is run. Returns null if there is none, or if another node is running one.
 */
export async function runStoredAudit(
  ctx: RunCtx,
  { isNightly }: { isNightly: boolean },
): Promise<AuditReport | null> {
  const id = await beginRun(ctx, isNightly);
  if (id === null) return null;
  try {
    const report = await auditEconomy(ctx);
    await endRun(ctx, id, {
      state: 'done',
      rules: report.rules,
      violations: report.violations.map(shorten),
    });
    return report;
  } catch (error) {
    await endRun(ctx, id, { state: 'failed' });
    throw error;
  }
}

/** Takes the waiting run, or adds a nightly one. Returns its id; null if there is nothing to run. */
async function beginRun({ db, clock }: RunCtx, isNightly: boolean): Promise<string | null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await endStaleRuns(tx, now);
    const running = { state: 'running' as const, startedAt: now };
    const [taken] = await tx
      .update(auditRuns)
      .set(running)
      .where(eq(auditRuns.state, 'requested'))
      .returning({ id: auditRuns.id });
    if (taken || !isNightly) return taken?.id ?? null;
    const [added] = await tx
      .insert(auditRuns)
      .values({ ...running, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: auditRuns.id });
    return added?.id ?? null;
  });
}

/** Ends the run whose node was stopped, so that the next one can begin. */
async function endStaleRuns(tx: Queryable, now: Date): Promise<void> {
  const since = new Date(now.getTime() - auditConstants.longestMs);
  await tx
    .update(auditRuns)
    .set({ state: 'failed', finishedAt: now })
    .where(and(eq(auditRuns.state, 'running'), lt(auditRuns.startedAt, since)));
}

type Result = Pick<typeof auditRuns.$inferInsert, 'state' | 'rules' | 'violations'>;

/** Stores the result, and deletes the oldest ones. A run that counts as ended with its node stays so. */
async function endRun({ db, clock }: RunCtx, id: string, result: Result): Promise<void> {
  await db
    .update(auditRuns)
    .set({ ...result, finishedAt: clock.now() })
    .where(and(eq(auditRuns.id, id), eq(auditRuns.state, 'running')));
  const newest = db
    .select({ id: auditRuns.id })
    .from(auditRuns)
    .orderBy(desc(auditRuns.id))
    .limit(auditConstants.runsStored);
  await db.delete(auditRuns).where(notInArray(auditRuns.id, newest));
}

/** The first rows of a violation, without long texts: rows have ids, amounts and names of rules. */
function shorten({ rows, ...violation }: Violation): StoredViolation {
  const { rowsStored, textMax } = auditConstants;
  return {
    ...violation,
    rows: rows
      .slice(0, rowsStored)
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, cell]) => [
            column,
            typeof cell === 'number' || typeof cell === 'boolean' || cell === null
              ? cell
              : String(typeof cell === 'object' ? JSON.stringify(cell) : cell).slice(0, textMax),
          ]),
        ),
      ),
  };
}
