import { createHash, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { Keys } from '#domain/secrets/keys.ts';

/** 256 random bits, for sessions and mailed links. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token. The database stores only this, so that a leaked database contains no usable token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The cookie value of a session: its token and the token's signature. */
export function signToken({ current }: Pick<Keys, 'current'>, token: string): string {
  return `${token}.${current.sign('session-cookie', token, 'base64url')}`;
}

/** The token of a signed value, or null when it was not signed with one of `keys`. */
export async function readSignedToken(keys: Keys, value: string): Promise<string | null> {
  const dot = value.indexOf('.');
  if (dot < 1 || value.length > 200) return null;
  const token = value.slice(0, dot);
  const signature = value.slice(dot + 1);
  const signer = await keys.find(
    (one) =>
      isEqualInConstantTime(signature, one.sign('session-cookie', token, 'base64url')) ||
      isEqualInConstantTime(signature, one.signLikeEarlierVersions(`session:${token}`)),
  );
  return signer && token;
}
