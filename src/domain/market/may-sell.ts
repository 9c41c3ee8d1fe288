import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { users } from '#db/schema.ts';
import { market } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';

/**
 * Holds the seller's account until the transaction ends, so that two sales of one account cannot both
 * take its last free listing; whoever only refers to the account is not kept waiting. Answers since
 * when a card must have been in the account to be sold: what came before registering rests for a day.
 * @throws Refusal `unconfirmed-email`.
 */
export async function holdSeller(ctx: Ctx, tx: Queryable, userId: string): Promise<Date | null> {
  const [seller] = await tx
    .select({ emailVerified: users.emailVerified, registeredAt: users.registeredAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  // Where no mail can be sent, addresses count as confirmed.
  if (ctx.mailer.delivers && !seller?.emailVerified) throw new Refusal('unconfirmed-email');
  const registeredAt = seller?.registeredAt ?? null;
  const rests =
    registeredAt && ctx.clock.now().getTime() < registeredAt.getTime() + market.firstDayMs;
  return rests ? registeredAt : null;
}
