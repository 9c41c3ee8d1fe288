import type { Role } from '#shared/constants/accounts/roles.ts';

/** The ranks of accounts as pages name them. */
export const roleNames: Record<Role, string> = {
  guest: 'Guest',
  player: 'Player',
  moderator: 'Moderator',
  admin: 'Admin',
};
