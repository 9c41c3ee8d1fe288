import { speaksForCommunity } from '../format/names.ts';
import { roles } from './roles.ts';

/**
 * Every literal segment that a route has where another has a username: an account of that name could
 * not be reached. A test compares the list with the route table, so that a new route reserves itself.
 */
const routeSegments = ['blocked', 'edit', 'notification', 'wallet'];

const reserved = new Set<string>([...routeSegments, ...roles, 'system', 'visitor']);

/** Whether nobody may register `username`, whatever its case. */
export function isReservedUsername(username: string): boolean {
  const lower = username.toLowerCase();
  return reserved.has(lower) || lower.startsWith('guest-') || speaksForCommunity(username);
}
