import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { reportCases, reports } from '#database/schema.ts';
import { type CaseOutcome, caseOutcomeTexts } from '#shared/constants/moderation/reports.ts';
import { addSiteNotifications } from '../../notifications/add-notification.ts';

interface Closing {
  caseId: string;
  moderatorId: string;
  outcome: CaseOutcome;
  at: Date;
}

/** Closes a case that `lockCase` locked, and tells its reporters. Call `deliverSoon` after the commit. */
export async function closeCase(
  tx: Queryable,
  { caseId, moderatorId, outcome, at }: Closing,
): Promise<void> {
  await tx
    .update(reportCases)
    .set({ closedBy: moderatorId, closedAt: at, outcome })
    .where(eq(reportCases.id, caseId));
  const reporters = await tx
    .select({ id: reports.reporterId })
    .from(reports)
    .where(eq(reports.caseId, caseId));
  await addSiteNotifications(
    tx,
    reporters.map(({ id }) => id),
    { kind: 'report-closed', thing: caseId, thingName: caseOutcomeTexts[outcome], at },
  );
}
