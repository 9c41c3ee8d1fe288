import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { passkeys, recoveryCodes, totpFactors } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The second factors and passkeys of an account. */
export interface Factors {
  /** Whether it has an authenticator app. */
  hasTotp: boolean;
  /** How many passkeys it has. */
  passkeys: number;
  /** How many recovery codes are left. They are no factor of their own. */
  recoveryCodes: number;
}

/** Reads the second factors and passkeys of an account. */
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
  return {
    hasTotp: totp.length > 0,
    passkeys: await countPasskeys(db, userId),
    recoveryCodes: codes.length,
  };
}

/** How many passkeys an account has. */
export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const present = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return present.length;
}

/**
 * Whether the password alone is not enough to log in. A passkey does not change that: it is another way to
 * log in, and its loss would otherwise lock out an account without recovery codes.
 */
export function hasSecondFactor({ hasTotp }: Factors): boolean {
  return hasTotp;
}

/**
 * Checks that the password alone is enough to log in. Call it in the transaction of the login, after it has
 * locked the account: changes of factors lock it too.
 * @throws AppError `factor-required`.
 */
export async function requireNoSecondFactor(tx: Queryable, userId: string): Promise<void> {
  if (hasSecondFactor(await readFactors(tx, userId))) throw new AppError('factor-required');
}
