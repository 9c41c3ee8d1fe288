import { availableParallelism } from 'node:os';

/** Windows cannot give the connections of one port to several processes in turn. */
const isWindows = process.platform === 'win32';

/** So many web processes can share the connections of a Postgres with its default `max_connections`. */
export const webProcessesMax = isWindows ? 1 : 24;

/** More share the connections of the database and the memory of the machine only if the operator says so. */
const defaultMax = 4;

/** The number of web processes if `WEB_PROCESSES` is not set. */
export function getDefaultWebProcesses({
  isProduction,
  hasEmbeddedDatabase,
  cores = availableParallelism(),
}: {
  isProduction: boolean;
  hasEmbeddedDatabase: boolean;
  cores?: number;
}): number {
  if (!isProduction || isWindows) return 1;
  // The embedded Postgres needs a core, too.
  return Math.max(1, Math.min(cores, defaultMax) - (hasEmbeddedDatabase ? 1 : 0));
}
