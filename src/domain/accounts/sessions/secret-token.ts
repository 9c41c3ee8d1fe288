import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
  const given = Buffer.from(value.slice(dot + 1));
  const expected = Buffer.from(signature(secret, token));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
