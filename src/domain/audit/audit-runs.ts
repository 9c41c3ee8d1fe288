import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { auditRuns, type StoredViolation } from '#database/schema.ts';
import { auditConstants } from '#shared/constants/server/audit.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import type { Ctx } from '../context.ts';
import { type AuditReport, auditEconomy } from './audit-economy.ts';
import type { Violation } from './audit-rule.ts';

type RunCtx = Pick<Ctx, 'db' | 'clock' | 'rules'>;

/**
 * Audits the economy and stores the result; the last 90 are kept. A nightly run takes the place of a requested one;
 * otherwise only a requested one is run. Returns null without one, or if another node is running one.
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
export async function endStaleRuns(tx: Queryable, now: Date): Promise<void> {
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
              : cutCharacters(
                  String(typeof cell === 'object' ? JSON.stringify(cell) : cell),
                  textMax,
                ),
          ]),
        ),
      ),
  };
}
