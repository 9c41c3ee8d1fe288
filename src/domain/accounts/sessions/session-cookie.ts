import { sessionConstants } from '#shared/constants/accounts.ts';

/**
 * The web session's cookie. Under https its name carries the `__Host-` prefix, which a browser accepts
 * only as Secure, for this host and the whole path.
 */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_session' : 'guildhall_session';
}

/** The raw value of the session's cookie in a Cookie header, or null. */
export function readSessionCookie(cookieHeader: string | null, secure: boolean): string | null {
  return readCookie(cookieHeader, sessionCookieName(secure));
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

/** Whether a cookie for pages of `origin` is Secure. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https:');
}

/** The Set-Cookie header that gives the browser `value` for a session's whole life. */
export function setSessionCookie(value: string, secure: boolean): string {
  return serialize(value, sessionConstants.lifetimeMs / 1000, secure);
}

/** The Set-Cookie header that takes the session's cookie away. */
export function clearSessionCookie(secure: boolean): string {
  return serialize('', 0, secure);
}

function serialize(value: string, maxAge: number, secure: boolean): string {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax'];
  if (secure) attributes.push('Secure');
  return [`${sessionCookieName(secure)}=${value}`, ...attributes].join('; ');
}
