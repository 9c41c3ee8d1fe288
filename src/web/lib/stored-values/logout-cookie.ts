const name = 'logged-out';
/** The next page that this browser opens deletes what is stored. Until then the cookie must stay. */
const maxAgeSeconds = 30 * 24 * 60 * 60;

/**
 * The Set-Cookie header that tells the scripts of the next page that this account has logged out itself.
 * An ended or expired session sets no such cookie, so that its drafts are kept.
 */
export function createLogoutCookie(username: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name}=${encodeURIComponent(username)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

/** Reads from `document.cookie` which account has logged out; null without the cookie. */
export function readLogoutCookie(cookies: string): string | null {
  const cookie = cookies.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  try {
    return decodeURIComponent(cookie?.slice(name.length + 1) ?? '') || null;
  } catch {
    return null;
  }
}

/** The text that deletes the cookie when it is assigned to `document.cookie`. */
export const deletedLogoutCookie = `${name}=; Path=/; Max-Age=0`;
