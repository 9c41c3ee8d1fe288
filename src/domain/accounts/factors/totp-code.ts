import { generateSecret, generateURI, verifySync } from 'otplib';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { toAsciiDigits } from '#shared/format/amounts/read-number.ts';

const { codeDigits: digits, periodSeconds: period } = factorConstants;

/** A new secret for an authenticator app: 160 random bits, in Base32. */
export function createTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The URL that an authenticator app reads from the QR code. `site` tells the accounts in the app apart. */
export function createTotpUri(
  secret: string,
  { site, username }: { site: string; username: string },
) {
  return generateURI({ issuer: site, label: username, secret, digits, period });
}

/**
 * The six digits of a typed code, in any script; null if it is something else. Apps show the digits in groups.
 */
export function toTotpCode(code: string): string | null {
  const typed = toAsciiDigits(code).replace(/[\s\p{Pd}]/gu, '');
  return /^\d{6}$/.test(typed) ? typed : null;
}

/**
 * The number of the period to which a code belongs: the current one, the one before or the one after. Null
 * for a wrong code. The caller makes sure that a code works once.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code, digits, period, epoch, epochTolerance: period });
  return found.valid ? Math.floor(epoch / period) + found.delta : null;
}
