import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { emailChanges, users, verifications } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailLinkConstants } from '#shared/constants/accounts/requested-emails.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { EmailChangeInput } from '#shared/schemas/accounts/accounts.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { findTakenField } from '../registration/create-account.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { requestEmail } from './request-email.ts';

/**
 * Requests a new email address for the actor's account. It gets a mail with a link, and the present address
 * a mail that tells of the request. An earlier request is replaced. Where no mail can be sent, the address
 * changes at once.
 *
 * Returns whether it has changed. The result is the same for an address that another account has.
 * @throws AppError `login-required`, `guest-not-allowed`, `proof-required`, `rate-limited` per account,
 * `email-unchanged`; `email-taken` only where no mail can be sent.
 */
export async function requestEmailChange(ctx: Ctx, { email }: EmailChangeInput): Promise<boolean> {
  const actor = requirePlayer(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('email-change-by-account', actor.id);
  const isImmediate = !ctx.accounts.mailer.canDeliver;
  try {
    await ctx.db.transaction(async (tx) => {
      await lockAccounts(tx, [actor.id], 'no key update');
      await requireFreshProof(ctx, tx);
      const [account] = await tx
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, actor.id));
      if (account?.email.toLowerCase() === email) throw createFieldError('email-unchanged');
      if (isImmediate) await changeEmail(tx, ctx, { userId: actor.id, email });
      else await storeRequest(tx, ctx, { userId: actor.id, email, present: account?.email ?? '' });
    });
  } catch (error) {
    throw findTakenField(error) === 'email' ? createFieldError('email-taken') : error;
  }
  return isImmediate;
}

function createFieldError(code: 'email-taken' | 'email-unchanged'): AppError {
  return new AppError(code, { fields: { email: new AppError(code).message } });
}

async function storeRequest(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, email, present }: { userId: string; email: string; present: string },
): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + emailLinkConstants.lifetimeMs);
  const change = { email, token: null, requestedAt: now, expiresAt };
  await tx
    .insert(emailChanges)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change });
  await requestEmail({ db: tx, clock }, 'email-change', email, userId);
  await requestEmail({ db: tx, clock }, 'email-change-requested', present, userId);
}

/**
 * Writes the new email address of an account that the transaction has locked. A taken one fails with the
 * constraint error of the write. The links that were mailed to the former address no longer work, and it
 * gets a mail that tells of the change.
 */
export async function changeEmail(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: clock.now() })
    .where(eq(users.id, userId));
  await tx.delete(verifications).where(eq(verifications.value, userId));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  if (account) await requestEmail({ db: tx, clock }, 'email-changed', account.email, userId);
}
