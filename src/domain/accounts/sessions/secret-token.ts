import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';

/** 256 random bits, for sessions and mailed links. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token. The database stores only this, so that a leaked database contains no usable token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function signature(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`session:${token}`).digest('base64url');
}

/** The cookie value of a session: its token and the token's signature. */
export function signToken(secret: string, token: string): string {
  return `${token}.${signature(secret, token)}`;
}

/** The token of a signed value, or null when it was not signed with `secret`. */
export function readSignedToken(secret: string, value: string): string | null {
  const dot = value.indexOf('.');
  if (dot < 1 || value.length > 200) return null;
  const token = value.slice(0, dot);
  return isEqualInConstantTime(value.slice(dot + 1), signature(secret, token)) ? token : null;
}
