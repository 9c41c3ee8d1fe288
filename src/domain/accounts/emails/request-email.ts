import { mailRequests } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';

export type RequestedMail = (typeof mailRequests.$inferSelect)['kind'];

/**
 * Asks for a mail to an address: one row, the same for every address. Whether the address has an account
 * is looked up after the answer, by `sendRequestedMails`, so that the answer's time does not say it.
 */
export async function requestMail(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  kind: RequestedMail,
  email: string,
): Promise<void> {
  await db.insert(mailRequests).values({ kind, email, createdAt: clock.now() });
}
