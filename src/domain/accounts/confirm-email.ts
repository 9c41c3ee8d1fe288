import { eq } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import type { ConfirmInput } from '#shared/inputs/accounts.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { holdAccounts } from './hold-accounts.ts';
import { findLink, useUpLink } from './mail-link.ts';

/**
 * Confirms an account's address by a mailed link.
 * @throws Refusal `bad-link` for a link that is used, expired or made up, `rate-limited` per address.
 */
export async function confirmEmail(ctx: Ctx, input: ConfirmInput): Promise<void> {
  await ctx.limits.take('link-by-address', ctx.request.address);
  const now = ctx.clock.now();
  const owner = await findLink(ctx.db, 'confirm', input.token, now);
  if (owner === null) throw new Refusal('bad-link');
  await ctx.db.transaction(async (tx) => {
    await holdAccounts(tx, [owner], 'no key update');
    const userId = await useUpLink(tx, 'confirm', input.token, now);
    if (userId === null) throw new Refusal('bad-link');
    await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId));
  });
  await ctx.limits.giveBack('link-by-address', ctx.request.address);
}
