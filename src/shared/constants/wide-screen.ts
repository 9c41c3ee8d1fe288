/**
 * A cookie that says that the screen is 1920 px wide or wider, where an inventory has more items on a page:
 * the server must know before it makes the page, and the address stays free of it.
 */
const name = 'wide-screen';

/** Whether a request's Cookie header says that the screen is wide. */
export function isWideScreen(header: string | null): boolean {
  return header?.split(/;\s*/).includes(`${name}=1`) ?? false;
}

/** The Set-Cookie header that says so for a year, or takes it back. */
export function wideScreenCookie(wide: boolean): string {
  return `${name}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=${wide ? 365 * 24 * 60 * 60 : 0}`;
}
