import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { reportCases, reports } from '#database/schema.ts';

/** Removes the copies of reported texts from the cases of `condition`. */
export async function removeCopies(
  { db }: { db: Queryable },
  condition: SQL | undefined,
): Promise<void> {
  const cases = db.select({ id: reportCases.id }).from(reportCases).where(condition);
  await db.update(reports).set({ copy: null }).where(inArray(reports.caseId, cases));
  await db
    .update(reportCases)
    .set({ copy: '', foundByFilter: sql`left(${reportCases.foundByFilter}, 0)` })
    .where(condition);
}
