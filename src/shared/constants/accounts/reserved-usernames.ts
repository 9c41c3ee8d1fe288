import { looksOfficial } from '../../format/texts/misleading-names.ts';
import { roles } from './roles.ts';

/**
 * Literal path segments in the position where another route has a username. The profile of an account with
 * such a name could not be reached. A test compares this list with the route table.
 */
const routeSegments = ['blocked', 'draws', 'edit', 'notification', 'showcase', 'wallet'];

const reserved = new Set<string>([...routeSegments, ...roles, 'system', 'visitor']);

/** Whether a username is reserved, ignoring case. */
export function isReservedUsername(username: string): boolean {
  const lower = username.toLowerCase();
  return reserved.has(lower) || lower.startsWith('guest-') || looksOfficial(username);
}
