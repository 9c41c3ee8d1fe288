import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { recoveryCodes, totpFactors } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The second factors of an account. */
export interface Factors {
  /** Whether it has an authenticator app. */
  hasTotp: boolean;
  /** How many passkeys it has. */
  passkeys: number;
  /** How many recovery codes are left. They are no factor of their own. */
  recoveryCodes: number;
}

/** Reads the second factors of an account. */
export async function readFactors(db: Queryable, userId: string): Promise<Factors> {
  const [totp, codes] = [
    await db
      .select({ userId: totpFactors.userId })
      .from(totpFactors)
      .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt))),
    await db
      .select({ id: recoveryCodes.id })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ];
  return { hasTotp: totp.length > 0, passkeys: 0, recoveryCodes: codes.length };
}

/** Whether the password alone is not enough to log in. */
export function hasSecondFactor({ hasTotp, passkeys }: Factors): boolean {
  return hasTotp || passkeys > 0;
}

/**
 * Checks that the password alone is enough to log in. Call it in the transaction of the login, after it has
 * locked the account: changes of factors lock it too.
 * @throws AppError `factor-required`.
 */
export async function requireNoSecondFactor(tx: Queryable, userId: string): Promise<void> {
  if (hasSecondFactor(await readFactors(tx, userId))) throw new AppError('factor-required');
}
