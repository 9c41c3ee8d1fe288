import { inArray, type SQL } from 'drizzle-orm';
import { deleteInBatches } from '#database/delete-in-batches.ts';
import { type apiSessions, loginIds, type sessions } from '#database/schema.ts';
import { retentionDays } from '#shared/constants/server/retention-days.ts';
import { lockApiSessions } from '../accounts/api-clients/sessions/lock-api-sessions.ts';
import type { Ctx } from '../context.ts';
import { type RetentionRule, type RetentionTimes, retentionRules } from './retention-rules.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes the rows that nobody reads any more. Returns how many, by the names of the rules. */
export async function deleteOldRows(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  days = retentionDays,
): Promise<Record<string, number>> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const times = { now, ago, daysAgo: (count: number) => ago(count * dayMs), days };
  const deleted: Record<string, number> = {};
  for (const rule of retentionRules) {
    deleted[rule.name] = (deleted[rule.name] ?? 0) + (await deleteRowsOf(db, rule, times));
  }
  return deleted;
}

async function deleteRowsOf(
  db: Ctx['db'],
  { table, rows, batches }: RetentionRule,
  times: RetentionTimes,
): Promise<number> {
  const old = rows(times);
  if (batches === undefined) return deleteInBatches(db, table, old);
  for (let deleted = 0; ; ) {
    const found =
      batches.locking === 'skips-locked'
        ? await deleteUnlocked(db, table as typeof sessions | typeof apiSessions, old, batches.rows)
        : await deleteLoginIds(db, old, batches.rows);
    deleted += found;
    if (found < batches.rows) return deleted;
  }
}

async function deleteUnlocked(
  db: Ctx['db'],
  table: typeof sessions | typeof apiSessions,
  old: SQL | undefined,
  limit: number,
): Promise<number> {
  const unlocked = db
    .select({ id: table.id })
    .from(table)
    .where(old)
    .limit(limit)
    .for('update', { skipLocked: true });
  const { rowCount } = await db.delete(table).where(inArray(table.id, unlocked));
  return rowCount ?? 0;
}

async function deleteLoginIds(db: Ctx['db'], old: SQL | undefined, limit: number): Promise<number> {
  const found = await db.select({ id: loginIds.id }).from(loginIds).where(old).limit(limit);
  const chosen = inArray(
    loginIds.id,
    found.map(({ id }) => id),
  );
  await db.transaction(async (tx) => {
    await lockApiSessions(tx, { loginIds: chosen });
    await tx.delete(loginIds).where(chosen);
  });
  return found.length;
}
