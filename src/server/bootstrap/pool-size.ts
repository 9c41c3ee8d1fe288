/** Connections of a process that does everything. */
const singleMax = 20;
/** The primary process runs jobs and serves no requests. */
const primaryMax = 5;
/** Postgres allows 100 by default. Some stay free for `npm run audit`, backups and administrators. */
const totalMax = 90;

/** The connection for events, outside of the pool. */
const direct = 1;

/** How many connections the database pools of the primary and of each web process of an instance may have. */
export function getPoolSize(webProcesses: number): { primary: number; web: number } {
  if (webProcesses === 1) return { primary: singleMax, web: singleMax };
  // While one is being replaced, there is one more.
  const share = Math.floor((totalMax - primaryMax - direct) / (webProcesses + 1)) - direct;
  return { primary: primaryMax, web: Math.min(singleMax, share) };
}
