import { randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { SecretKeys } from '#domain/secrets/derived-keys.ts';
import type { Keys } from '#domain/secrets/keys.ts';
import { deviceConstants } from '#shared/constants/accounts/sessions.ts';
import { toUsernameKey } from '../username-condition.ts';
import { isSecureOrigin, serializeCookie } from './session-cookie.ts';

/**
 * One entry of the device cookie. It shows that this browser was logged in to an account before, so that
 * wrong passwords from elsewhere do not lock the browser out. An entry is a random id and a signature
 * over the id and the username. It does not contain the username, does not log in, and is not valid for
 * another account. The newest entry comes first in the cookie.
 */
interface DeviceEntry {
  id: string;
  signature: string;
}

/** The name of the device cookie, with the prefix `__Host-` under https like the session cookie. */
export function getDeviceCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_device' : 'guildhall_device';
}

/** The id of this device if it was logged in to the account of `username` before, otherwise null. */
export async function findKnownDevice(
  keys: Keys,
  cookie: string | null | undefined,
  username: string,
): Promise<string | null> {
  const entries = parseEntries(cookie);
  if (entries.length === 0) return null;
  let id: string | null = null;
  await keys.find((one) => {
    id = entries.find((entry) => isValidEntry(one, entry, username))?.id ?? null;
    return id !== null;
  });
  return id;
}

/**
 * The Set-Cookie header that adds an account to the device cookie; null if the cookie contains it. The
 * cookie has at most `deviceConstants.accountsMax` entries; the oldest is removed.
 */
export async function createDeviceCookie(
  keys: Keys,
  cookie: string | null | undefined,
  { username, origin }: { username: string; origin: string },
): Promise<string | null> {
  if ((await findKnownDevice(keys, cookie, username)) !== null) return null;
  const id = randomBytes(16).toString('base64url');
  const added = { id, signature: sign(keys.current, id, username) };
  const value = [added, ...parseEntries(cookie)]
    .slice(0, deviceConstants.accountsMax)
    .map((entry) => `${entry.id}.${entry.signature}`)
    .join('~');
  const secure = isSecureOrigin(origin);
  const name = getDeviceCookieName(secure);
  return serializeCookie(name, value, { maxAgeMs: deviceConstants.lifetimeMs, secure });
}

function parseEntries(cookie: string | null | undefined): DeviceEntry[] {
  if (!cookie || cookie.length > 1_000) return [];
  return cookie
    .split('~', deviceConstants.accountsMax)
    .map((entry) => /^([\w-]{22})\.([\w-]{43})$/.exec(entry))
    .flatMap((found) => (found?.[1] && found[2] ? [{ id: found[1], signature: found[2] }] : []));
}

function isValidEntry(keys: SecretKeys, { id, signature }: DeviceEntry, username: string): boolean {
  const text = `device:${id}:${toUsernameKey(username)}`;
  return (
    isEqualInConstantTime(signature, sign(keys, id, username)) ||
    isEqualInConstantTime(signature, keys.signLikeEarlierVersions(text))
  );
}

function sign(keys: SecretKeys, id: string, username: string): string {
  return keys.sign('device-cookie', `${id}:${toUsernameKey(username)}`, 'base64url');
}
