import { sessionConstants } from '#shared/constants/accounts/sessions.ts';

/**
 * The name of the web session's cookie. Under https it has the prefix `__Host-`: browsers accept such a
 * cookie only if it is Secure, for this host and for all paths.
 */
export function getSessionCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_session' : 'guildhall_session';
}

/** Whether cookies of pages of `origin` are Secure. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https:');
}

/** The Set-Cookie header that stores `value` for the lifetime of a session. */
export function setSessionCookie(value: string, secure: boolean): string {
  const name = getSessionCookieName(secure);
  return serializeCookie(name, value, { maxAgeMs: sessionConstants.lifetimeMs, secure });
}

/** The Set-Cookie header that deletes the session cookie. */
export function clearSessionCookie(secure: boolean): string {
  return serializeCookie(getSessionCookieName(secure), '', { maxAgeMs: 0, secure });
}

/**
 * The Set-Cookie header of a cookie for this host and all paths, which scripts cannot read. `value` needs no
 * encoding. Use cases return the whole header, so that all entry points send the same attributes; the domain
 * therefore does not use a serializer of an HTTP framework.
 */
export function serializeCookie(
  name: string,
  value: string,
  { maxAgeMs, secure }: { maxAgeMs: number; secure: boolean },
): string {
  const attributes = ['Path=/', `Max-Age=${maxAgeMs / 1000}`, 'HttpOnly', 'SameSite=Lax'];
  if (secure) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}
