import { isModeratorRole, type Role } from '#shared/constants/accounts/roles.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';

interface UsedSession {
  role: Role;
  createdAt: Date;
  /** When it was last used. */
  usedAt: Date;
}

/** When a web session ends without further use. */
export function findSessionExpiry({ role, createdAt, usedAt }: UsedSession): Date {
  const { lifetimeMs, moderatorLifetimeMs, totalLifetimeMs } = sessionConstants;
  const unused = usedAt.getTime() + (isModeratorRole(role) ? moderatorLifetimeMs : lifetimeMs);
  // A guest has no password, so the end of its session would be the end of the account.
  if (role === 'guest') return new Date(unused);
  return new Date(Math.min(unused, createdAt.getTime() + totalLifetimeMs));
}

export interface StoredSession {
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date | null;
}

/**
 * Whether a web session has ended. The end in its row can be too late: the account has become a moderator since, or an
 * earlier version wrote it.
 */
export function hasSessionEnded(
  { role, createdAt, expiresAt, lastSeenAt }: StoredSession,
  now: Date,
): boolean {
  const usedAt = isModeratorRole(role) && lastSeenAt ? lastSeenAt : now;
  return expiresAt <= now || findSessionExpiry({ role, createdAt, usedAt }) <= now;
}
