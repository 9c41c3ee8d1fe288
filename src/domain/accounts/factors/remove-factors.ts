import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { passkeys, recoveryCodes, totpFactors } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { changeFactors } from './change-factors.ts';
import { mailFactorChange } from './mail-factor-change.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, readFactors } from './second-factor.ts';

/**
 * Removes the actor's authenticator app. With the last factor the recovery codes are removed too.
 * @throws AppError `factor-gone`, and those of `changeFactors`.
 */
export async function removeTotp(ctx: Ctx): Promise<void> {
  await changeFactors(ctx, 'authenticator app removed', async (tx, { id }) => {
    const removed = await tx
      .delete(totpFactors)
      .where(and(eq(totpFactors.userId, id), isNotNull(totpFactors.confirmedAt)))
      .returning({ userId: totpFactors.userId });
    if (removed.length === 0) throw new AppError('factor-gone');
    await removeUnneededCodes(tx, id);
    await mailFactorChange(tx, ctx, { userId: id, kind: 'totp-removed' });
  });
}

/**
 * Creates new recovery codes for the actor. The earlier ones no longer work.
 * @throws AppError `no-factor`, and those of `changeFactors`.
 */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  return changeFactors(ctx, 'recovery codes renewed', async (tx, { id }) => {
    if (!hasSecondFactor(await readFactors(tx, id))) throw new AppError('no-factor');
    await mailFactorChange(tx, ctx, { userId: id, kind: 'recovery-codes-renewed' });
    return replaceRecoveryCodes(tx, id);
  });
}

/** Deletes all second factors and passkeys of an account. Returns whether it had one. */
export async function deleteAllFactors(tx: Queryable, userId: string): Promise<boolean> {
  const factors = await readFactors(tx, userId);
  await tx.delete(totpFactors).where(eq(totpFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  return hasSecondFactor(factors) || factors.passkeys > 0;
}

/**
 * Deletes a secret that waits for its first code. A new password calls it: somebody who was in the account before
 * may have seen the secret, and the owner who adds an app afterwards must not get the same one.
 */
export async function deleteWaitingTotp(tx: Queryable, userId: string): Promise<void> {
  const isWaiting = and(eq(totpFactors.userId, userId), isNull(totpFactors.confirmedAt));
  await tx.delete(totpFactors).where(isWaiting);
}

/** Deletes the recovery codes of an account that has no factor any more. */
async function removeUnneededCodes(tx: Queryable, userId: string): Promise<void> {
  if (hasSecondFactor(await readFactors(tx, userId))) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
