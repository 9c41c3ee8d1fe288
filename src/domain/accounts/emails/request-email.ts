import { emailRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

export type RequestedEmailKind = (typeof emailRequests.$inferSelect)['kind'];

/**
 * Requests an email by writing one row, the same for every email address. `sendRequestedEmails` looks up
 * the account later, so that the response time does not show whether the email address has one.
 */
export async function requestEmail(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  kind: RequestedEmailKind,
  email: string,
): Promise<void> {
  await db.insert(emailRequests).values({ kind, email, createdAt: clock.now() });
}
