import { isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';

/**
 * The errors that say that a thing or a person is not the actor's to act on, and who could. Most things of somebody
 * else answer as if they were gone instead: the statement that would change them finds no row and does not know why,
 * so these errors are not logged.
 */
const neededBy = {
  'not-yourself': 'named-account',
  'not-author': 'author',
  'discussion-private': 'author',
  'download-not-owned': 'owner',
  'game-not-owned': 'owner',
  'not-above': 'higher-role',
  'group-leaders-only': 'group-leader',
} as const;

const isRefusedPermission = (code: string): code is keyof typeof neededBy =>
  Object.hasOwn(neededBy, code);

/** Logs an error if it refuses a permission. Each entry point calls it where an error becomes its answer. */
export function logRefusedPermission(
  { actor, request, accounts }: Pick<Ctx, 'actor' | 'request' | 'accounts'>,
  error: unknown,
): void {
  if (actor === null || !isAppError(error) || !isRefusedPermission(error.code)) return;
  const needed = neededBy[error.code];
  const entry = { event: 'permission-refused', account: actor.id, needed } as const;
  accounts.securityLog.record(request, entry);
}
