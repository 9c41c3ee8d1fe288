/** How many hosts have places in the caches. One is usual; a machine may have a few names and addresses. */
const hostsMax = 8;

/**
 * The origins whose answers may fill the caches of visitors. Without `ORIGIN` an answer contains the host that the
 * client has sent, which it can invent.
 */
export interface CacheableOrigins {
  /** Whether answers for this origin may be kept with those that everybody requests. */
  isKnown(origin: string): boolean;
  /** A player has used the site at this origin. */
  addOfPlayer(origin: string): void;
}

/** Creates the list of a process. With `ORIGIN` every answer has that origin. */
export function createCacheableOrigins(configured: string | undefined): CacheableOrigins {
  /** Whether a player has used the origin. The one that was added longest ago is the first. */
  const hosts = new Map<string, boolean>();

  /** A host of visitors gives its place to one of a player. */
  function findLeast(): string | undefined {
    const all = [...hosts];
    return (all.find(([, isOfPlayer]) => !isOfPlayer) ?? all[0])?.[0];
  }

  return {
    isKnown(origin) {
      if (configured !== undefined || hosts.has(origin)) return true;
      if (hosts.size >= hostsMax) return false;
      hosts.set(origin, false);
      return true;
    },
    addOfPlayer(origin) {
      if (configured !== undefined) return;
      const least = hosts.size >= hostsMax && !hosts.has(origin) ? findLeast() : undefined;
      if (least !== undefined) hosts.delete(least);
      hosts.delete(origin);
      hosts.set(origin, true);
    },
  };
}
