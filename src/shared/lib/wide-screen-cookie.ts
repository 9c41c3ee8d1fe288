/**
 * The cookie of a screen that is at least 1920 px wide, where an inventory shows more items. The server must
 * know it before rendering, and it must not be in the URL.
 */
const name = 'wide-screen';

/** What the Cookie header of a wide screen contains. */
export const wideScreenPair = `${name}=1`;

/** Whether the Cookie header of a request contains the wide-screen cookie. */
export function isWideScreen(header: string | null): boolean {
  return header?.split(/;\s*/).includes(wideScreenPair) ?? false;
}

/** The Set-Cookie header that sets the cookie for a year, or deletes it. */
export function wideScreenCookie(wide: boolean): string {
  return `${wideScreenPair}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${wide ? 365 * 24 * 60 * 60 : 0}`;
}
