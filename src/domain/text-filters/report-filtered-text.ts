import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { reportCases } from '#database/schema.ts';
import type { FilteredKind } from '#shared/constants/moderation/text-filters.ts';
import type { FilterVerdict } from './check-text.ts';

interface FilteredText {
  kind: FilteredKind;
  /** The id of the thing. */
  thing: string;
  authorId: string;
  /** Its text, as in a case. */
  copy: string;
  at: Date;
}

/**
 * Opens a case of a text that a filter reports, or notes it in the open one, in the transaction that writes the
 * text. Does nothing without such a verdict. An existing thing must not be locked before: moderators lock the case
 * first.
 */
export async function reportFilteredText(
  tx: Queryable,
  verdict: FilterVerdict | null,
  { at, ...thing }: FilteredText,
): Promise<void> {
  if (verdict?.act !== 'report') return;
  await tx
    .insert(reportCases)
    .values({ ...thing, foundByFilter: verdict.found, openedAt: at })
    .onConflictDoUpdate({
      target: [reportCases.kind, reportCases.thing],
      targetWhere: sql`closed_at is null`,
      set: { foundByFilter: verdict.found },
    });
}
