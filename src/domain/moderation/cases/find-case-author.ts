import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { reportCases } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The account whose thing a case is about. @throws AppError `case-gone`. */
export async function findCaseAuthor(db: Queryable, caseId: string): Promise<string> {
  const [found] = await db
    .select({ authorId: reportCases.authorId })
    .from(reportCases)
    .where(eq(reportCases.id, caseId));
  if (!found) throw new AppError('case-gone');
  return found.authorId;
}
