import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { signOnIdentities } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { changeFactors } from '../factors/change-factors.ts';
import { mailFactorChange } from '../factors/mail-factor-change.ts';
import { readFactors } from '../factors/second-factor.ts';
import { hasPassword } from '../passwords/verify-own-password.ts';
import { requireConfirmedEmail } from '../registration/require-confirmed-email.ts';
import { findIdentity, hasUsableIdentity, listIdentities } from './identities.ts';

interface NewIdentity {
  issuer: string;
  subject: string;
  name: string;
}

/**
 * Adds an identity to the actor's account. Does nothing if the account has it.
 * @throws AppError `sign-on-linked` if another account has it; `sign-on-limit`; `unconfirmed-email`; and those of
 * `changeFactors`.
 */
export async function linkIdentity(ctx: Ctx, identity: NewIdentity): Promise<void> {
  await changeFactors(ctx, 'single sign-on added', async (tx, { id: userId }) => {
    const owner = (await findIdentity(tx, identity))?.userId;
    if (owner === userId) return;
    await requireConfirmedEmail(tx, ctx, userId);
    if ((await listIdentities(tx, userId)).length >= signOnConstants.perAccount) {
      throw new AppError('sign-on-limit');
    }
    await insertIdentity(tx, ctx, { ...identity, userId });
    await mailFactorChange(tx, ctx, { userId, kind: 'sign-on-added' });
  });
}

/** Writes an identity. @throws AppError `sign-on-linked` if an account has it. */
export async function insertIdentity(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { issuer, subject, name, userId }: NewIdentity & { userId: string },
): Promise<void> {
  const inserted = await tx
    .insert(signOnIdentities)
    .values({ issuer, subject, name, userId, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: signOnIdentities.id });
  if (inserted.length === 0) throw new AppError('sign-on-linked');
}

/**
 * Removes an identity from the actor's account.
 * @throws AppError `factor-gone`; `last-login` if the account could not log in any more; and those
 * of `changeFactors`.
 */
export async function unlinkIdentity(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await changeFactors(ctx, 'single sign-on removed', async (tx, { id: userId }) => {
    const removed = await tx
      .delete(signOnIdentities)
      .where(and(eq(signOnIdentities.id, id), eq(signOnIdentities.userId, userId)))
      .returning({ id: signOnIdentities.id });
    if (removed.length === 0) throw new AppError('factor-gone');
    const canLogIn =
      (await hasPassword({ db: tx }, userId)) ||
      (await readFactors(tx, userId)).passkeys > 0 ||
      (await hasUsableIdentity(tx, ctx, userId));
    if (!canLogIn) throw new AppError('last-login');
    await mailFactorChange(tx, ctx, { userId, kind: 'sign-on-removed' });
  });
}
