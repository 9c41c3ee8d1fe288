import { eq } from 'drizzle-orm';
import { accounts, apiKeys, sessions, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ResetPasswordInput } from '#shared/schemas/accounts.ts';
import { endAccountApiSessions } from '../api-clients/end-account-api-sessions.ts';
import { findLink, useUpLink } from '../emails/email-link.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { credential } from '../registration/create-account.ts';
import { forgiveLogins } from '../sessions/count-login-attempts.ts';

/** Whether the link of `token` can still set a password. */
export async function isResetLinkGood(ctx: Ctx, token: string): Promise<boolean> {
  return (await findLink(ctx.db, 'reset', token, ctx.clock.now())) !== null;
}

/**
 * Sets a new password by a mailed link and ends every session of the account, with what is connected.
 * @throws Refusal `bad-link` for a link that is used, expired or made up, `rate-limited` per address.
 */
export async function resetPassword(ctx: Ctx, input: ResetPasswordInput): Promise<void> {
  await ctx.rateLimiter.take('link-by-address', ctx.request.address);
  // First, so that made-up links cost no hash; the link is used up by the transaction below alone.
  const now = ctx.clock.now();
  const owner = await findLink(ctx.db, 'reset', input.token, now);
  if (owner === null) throw new AppError('bad-link');
  const passwordHash = await ctx.hasher.hash(input.password, {
    address: ctx.request.address,
    account: owner,
  });
  const account = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [owner], 'no key update');
    const userId = await useUpLink(tx, 'reset', input.token, now);
    if (userId === null) throw new AppError('bad-link');
    await tx
      .insert(accounts)
      .values(credential(userId, passwordHash))
      .onConflictDoUpdate({
        target: [accounts.providerId, accounts.accountId],
        set: { password: passwordHash, updatedAt: now },
      });
    // The account before its sessions, as whoever suspends it takes hold of them in this order.
    const [user] = await tx
      .update(users)
      // Whoever opened the link reads the address's mail.
      .set({ emailVerified: true, updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id, username: users.username, email: users.email });
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await endAccountApiSessions(tx, userId);
    // Whoever knew the old password may have made them; the owner enables its own again.
    await tx.update(apiKeys).set({ disabled: true }).where(eq(apiKeys.accountId, userId));
    return user;
  });
  if (!account) return;
  ctx.events.publish({ type: 'account-ended', userId: account.id, except: null });
  await ctx.rateLimiter.giveBack('link-by-address', ctx.request.address);
  // The owner may have used the tries up before asking for the link.
  await forgiveLogins(ctx, account.username);
  await forgiveLogins(ctx, account.email.toLowerCase());
}
