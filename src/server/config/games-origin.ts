/** Hosts of this machine. Browsers allow http there, and treat different names as different sites. */
const local = /^(?:localhost|127\.0\.0\.1|(?:[a-z0-9-]+\.)+localhost)$/;
const ipAddress = /^[0-9.]+$|^\[/;

/**
 * What is wrong with the origin of uploaded web games beside the origin of the site; null if nothing is. The host must
 * not be the parent or a child of the host of the site: cookies could be meant for both.
 */
export function findGamesOriginProblem(games: string, site: string | undefined): string | null {
  if (site === undefined) return 'needs ORIGIN: only the pages of that site show the games';
  const [{ hostname, protocol }, { hostname: own }] = [new URL(games), new URL(site)];
  if (protocol !== 'https:' && !local.test(hostname))
    return 'must start with https:, except on localhost';
  // A content security policy can name no other address.
  if (ipAddress.test(hostname) && !local.test(hostname)) return 'must have a host with a name';
  if (hostname === own)
    return 'must have another host than ORIGIN: games must not share its cookies';
  if (hostname.endsWith(`.${own}`) || own.endsWith(`.${hostname}`))
    return 'must not have a host below or above that of ORIGIN: both could share cookies';
  return null;
}
