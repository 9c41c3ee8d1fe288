import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceConstants } from '#shared/constants/accounts.ts';
import { usernameKey } from '../by-username.ts';
import { isSecureOrigin } from './session-cookie.ts';

/**
 * A browser that was logged in to an account carries proof of it after the session: others' wrong
 * passwords then cannot keep it out. The proof names no account, lets nobody in, and is of no use for
 * another account. Each is a number and its signature over the username; the newest comes first.
 */
interface DeviceProof {
  id: string;
  signature: string;
}

/** As the session's cookie, with the prefix `__Host-` under https. */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_device' : 'guildhall_device';
}

/** The number of this device where it was logged in to the account of `username`, else null. */
export function knownDevice(
  secret: string,
  cookie: string | null | undefined,
  username: string,
): string | null {
  return proofsIn(cookie).find((proof) => isProofFor(secret, proof, username))?.id ?? null;
}

/**
 * The Set-Cookie header that makes the device known for an account that is logged in on it; null where
 * it is already. Of more than `limits.accountsMax` accounts the oldest is left out.
 */
export function rememberDevice(
  secret: string,
  cookie: string | null | undefined,
  { username, origin }: { username: string; origin: string },
): string | null {
  if (knownDevice(secret, cookie, username) !== null) return null;
  const id = randomBytes(16).toString('base64url');
  const added = { id, signature: sign(secret, id, username) };
  const value = [added, ...proofsIn(cookie)]
    .slice(0, deviceConstants.accountsMax)
    .map((proof) => `${proof.id}.${proof.signature}`)
    .join('~');
  const secure = isSecureOrigin(origin);
  const attributes = [
    'Path=/',
    `Max-Age=${deviceConstants.lifetimeMs / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (secure) attributes.push('Secure');
  return [`${deviceCookieName(secure)}=${value}`, ...attributes].join('; ');
}

function proofsIn(cookie: string | null | undefined): DeviceProof[] {
  if (!cookie || cookie.length > 1_000) return [];
  return cookie
    .split('~', deviceConstants.accountsMax)
    .map((proof) => /^([\w-]{22})\.([\w-]{43})$/.exec(proof))
    .flatMap((found) => (found?.[1] && found[2] ? [{ id: found[1], signature: found[2] }] : []));
}

function isProofFor(secret: string, { id, signature }: DeviceProof, username: string): boolean {
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, id, username)));
}

function sign(secret: string, id: string, username: string): string {
  const text = `device:${id}:${usernameKey(username)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}
