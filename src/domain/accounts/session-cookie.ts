/**
 * The web session's cookie. Under https its name carries the `__Host-` prefix, which a browser accepts
 * only as Secure, for this host and the whole path.
 */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-guildhall_session' : 'guildhall_session';
}

/** The raw value of the session's cookie in a Cookie header, or null. */
export function readSessionCookie(cookieHeader: string | null, secure: boolean): string | null {
  if (!cookieHeader) return null;
  const prefix = `${sessionCookieName(secure)}=`;
  for (const pair of cookieHeader.split(';')) {
    const trimmed = pair.trim();
    if (trimmed.startsWith(prefix)) return trimmed.slice(prefix.length);
  }
  return null;
}
