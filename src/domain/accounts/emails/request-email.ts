import type { Queryable } from '#database/client.ts';
import { requestedEmails } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

export type RequestedEmailKind = (typeof requestedEmails.$inferSelect)['kind'];

/**
 * Requests an email by writing one row, the same for every email address. `sendRequestedEmails` looks up
 * the account later, so that the response time does not show whether the email address has one. `db` is the
 * transaction of what the email is about. `userId` is the account of a mail about a changed email address.
 */
export async function requestEmail(
  { db, clock }: Pick<Ctx, 'clock'> & { db: Queryable },
  kind: RequestedEmailKind,
  email: string,
  userId: string | null = null,
): Promise<void> {
  const now = clock.now();
  await db
    .insert(requestedEmails)
    .values({ kind, email, userId, createdAt: now, nextAttemptAt: now });
}
