import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ConfirmInput } from '#shared/schemas/accounts/accounts.ts';
import { consumeEmailLink, findEmailLink } from '../emails/email-link.ts';
import { lockAccounts } from '../lock-accounts.ts';

/**
 * Confirms an account's email address by a mailed link.
 * @throws AppError `bad-link` for a link that is used, expired or unknown; `rate-limited` per IP address.
 */
export async function confirmEmail(ctx: Ctx, input: ConfirmInput): Promise<void> {
  await ctx.rateLimiter.take('link-by-address', ctx.request.address);
  const now = ctx.clock.now();
  const owner = await findEmailLink(ctx.db, 'confirm', input.token, now);
  if (owner === null) throw new AppError('bad-link');
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [owner], 'no key update');
    const userId = await consumeEmailLink(tx, 'confirm', input.token, now);
    if (userId === null) throw new AppError('bad-link');
    await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId));
  });
  await ctx.rateLimiter.giveBack('link-by-address', ctx.request.address);
}
