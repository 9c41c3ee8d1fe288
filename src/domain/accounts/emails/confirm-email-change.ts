import { and, eq, gt, ne, not } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { emailChanges, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ConfirmInput } from '#shared/schemas/accounts/accounts.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { findTakenField } from '../registration/create-account.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { isSuspended } from '../suspension.ts';
import { changeEmail } from './request-email-change.ts';

/** The account and the new email address of a link; null if the link is no longer valid. */
export async function findEmailChange(
  { db, clock }: Pick<Ctx, 'clock'> & { db: Queryable },
  token: string,
) {
  const now = clock.now();
  const [change] = await db
    .select({
      userId: emailChanges.userId,
      username: users.displayUsername,
      email: emailChanges.email,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailChanges.token, hashToken(token)),
        gt(emailChanges.expiresAt, now),
        ne(users.role, 'guest'),
        not(isSuspended(now)),
      ),
    );
  return change ?? null;
}

/**
 * Changes an account's email address by the link that was mailed to the new address. It needs no login,
 * because the mail may be read on another device. Of several accounts that want one address, one gets it.
 * @throws AppError `bad-link` for a link that is used, expired, cancelled or unknown, or whose account is
 * suspended; `email-taken` when another account has the address by now; `rate-limited` per IP address.
 */
export async function confirmEmailChange(ctx: Ctx, { token }: ConfirmInput): Promise<void> {
  await ctx.rateLimiter.take('link-by-address', ctx.request.address);
  const owner = await findEmailChange(ctx, token);
  if (!owner) throw new AppError('bad-link');
  try {
    await ctx.db.transaction(async (tx) => {
      await lockAccounts(tx, [owner.userId], 'no key update');
      // A change that was cancelled or replaced in the meantime is not found any more.
      const change = await findEmailChange({ db: tx, clock: ctx.clock }, token);
      if (!change) throw new AppError('bad-link');
      await changeEmail(tx, ctx, change);
    });
  } catch (error) {
    throw findTakenField(error) === 'email' ? new AppError('email-taken') : error;
  }
  await ctx.rateLimiter.giveBack('link-by-address', ctx.request.address);
}
