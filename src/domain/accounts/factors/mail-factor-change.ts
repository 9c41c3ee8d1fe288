import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type RequestedEmailKind, requestEmail } from '../emails/request-email.ts';

/** Requests a mail to the owner of an account about a change of its second factors. */
export async function mailFactorChange(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, kind }: { userId: string; kind: RequestedEmailKind },
): Promise<void> {
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (owner) await requestEmail({ db: tx, clock }, kind, owner.email);
}
