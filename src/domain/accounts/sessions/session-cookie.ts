import { sessionConstants } from '#shared/constants/accounts.ts';

/**
 * The name of the web session's cookie. Under https it has the prefix `__Host-`: browsers accept such a
 * cookie only if it is Secure, for this host and for all paths.
 */
export function getSessionCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_session' : 'guildhall_session';
}

/** The raw value of the session cookie in a Cookie header, or null. */
export function readSessionCookie(cookieHeader: string | null, secure: boolean): string | null {
  return readCookie(cookieHeader, getSessionCookieName(secure));
}

/** The raw value of a cookie in a Cookie header, or null. */
export function readCookie(cookieHeader: string | null, name: string): string | null {
  if (!cookieHeader) return null;
  const prefix = `${name}=`;
  for (const pair of cookieHeader.split(';')) {
    const trimmed = pair.trim();
    if (trimmed.startsWith(prefix)) return trimmed.slice(prefix.length);
  }
  return null;
}

/** Whether cookies of pages of `origin` are Secure. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https:');
}

/** The Set-Cookie header that stores `value` for the lifetime of a session. */
export function setSessionCookie(value: string, secure: boolean): string {
  return serialize(value, sessionConstants.lifetimeMs / 1000, secure);
}

/** The Set-Cookie header that deletes the session cookie. */
export function clearSessionCookie(secure: boolean): string {
  return serialize('', 0, secure);
}

function serialize(value: string, maxAge: number, secure: boolean): string {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax'];
  if (secure) attributes.push('Secure');
  return [`${getSessionCookieName(secure)}=${value}`, ...attributes].join('; ');
}
