/**
 * Creates the test whether a Host header is that of the uploaded web games. Ports do not count: the host of the games
 * is never one of the site.
 */
export function createGamesHostTest(gamesOrigin: string | undefined): (host: string) => boolean {
  if (gamesOrigin === undefined) return () => false;
  const { hostname } = new URL(gamesOrigin);
  return (host) => {
    const name = URL.parse(`http://${host}`)?.hostname;
    return name?.replace(/\.$/, '') === hostname;
  };
}
