import { eq } from 'drizzle-orm';
import { accounts, apiKeys, emailChanges, sessions, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ResetPasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { endAccountApiSessions } from '../api-clients/sessions/end-account-api-sessions.ts';
import { consumeEmailLink, findEmailLink } from '../emails/email-link.ts';
import { deleteWaitingTotp } from '../factors/remove-factors.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { createCredentialRow } from '../registration/create-account.ts';
import { resetLoginAttempts } from '../sessions/count-login-attempts.ts';
import { hashNewPassword, readPasswordOwner } from './hash-password.ts';

/** Whether the link with this token can still set a password. */
export async function isResetLinkValid(ctx: Ctx, token: string): Promise<boolean> {
  return (await findEmailLink(ctx.db, 'reset', token, ctx.clock.now())) !== null;
}

/**
 * Sets a new password by a mailed link. Ends all sessions of the account and closes its sockets.
 * @throws AppError `bad-link` for a link that is used, expired or unknown; `common-password`, `personal-password`; `rate-limited` per IP address.
 */
export async function resetPassword(ctx: Ctx, input: ResetPasswordInput): Promise<void> {
  await ctx.rateLimiter.take('link-by-address', ctx.request.address);
  // Checked before hashing, so that unknown links cost no hash. The transaction below consumes the link.
  const now = ctx.clock.now();
  const owner = await findEmailLink(ctx.db, 'reset', input.token, now);
  if (owner === null) throw new AppError('bad-link');
  const { password } = input;
  const passwordHash = await hashNewPassword(
    ctx,
    password,
    await readPasswordOwner(ctx.db, owner),
    owner,
  );
  const account = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [owner], 'no key update');
    const userId = await consumeEmailLink(tx, 'reset', input.token, now);
    if (userId === null) throw new AppError('bad-link');
    await tx
      .insert(accounts)
      .values(createCredentialRow(userId, passwordHash))
      .onConflictDoUpdate({
        target: [accounts.providerId, accounts.accountId],
        set: { password: passwordHash, updatedAt: now },
      });
    // The account is locked before its sessions, in the same order as by a suspension.
    const [user] = await tx
      .update(users)
      // The link was mailed to the email address, so opening the link confirms it.
      .set({ emailVerified: true, updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id, username: users.username, email: users.email });
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await endAccountApiSessions(tx, userId);
    // Somebody else may have asked for the change.
    await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
    await deleteWaitingTotp(tx, userId);
    // Somebody who knew the old password may have created API keys. The owner can enable keys again.
    await tx.update(apiKeys).set({ disabled: true }).where(eq(apiKeys.accountId, userId));
    return user;
  });
  if (!account) return;
  ctx.accounts.securityLog.record(ctx.request, {
    event: 'password-changed',
    account: account.id,
    how: 'by a mailed link',
  });
  ctx.events.publish({ type: 'account-ended', userId: account.id, except: null });
  await ctx.rateLimiter.giveBack('link-by-address', ctx.request.address);
  // The owner may have used up the login attempts before requesting the link.
  await resetLoginAttempts(ctx, account.username);
  await resetLoginAttempts(ctx, account.email.toLowerCase());
}
