import { sessionConstants } from '#shared/constants/accounts.ts';
import { isModeratorRole, type Role } from '#shared/constants/roles.ts';

interface UsedSession {
  role: Role;
  createdAt: Date;
  now: Date;
}

/** When a web session that is used now ends without further use. */
export function findSessionExpiry({ role, createdAt, now }: UsedSession): Date {
  const { lifetimeMs, moderatorLifetimeMs, totalLifetimeMs } = sessionConstants;
  const unused = now.getTime() + (isModeratorRole(role) ? moderatorLifetimeMs : lifetimeMs);
  // A guest has no password, so the end of its session would be the end of the account.
  if (role === 'guest') return new Date(unused);
  return new Date(Math.min(unused, createdAt.getTime() + totalLifetimeMs));
}
