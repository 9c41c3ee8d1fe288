import type { Role } from '../constants/accounts/roles.ts';

/** The rights that a further role can give. Admins have all, moderators that to moderate. */
export const rights = [
  'edit-catalog',
  'moderate',
  'manage-groups',
  'invite',
  'see-economy',
] as const;
export type Right = (typeof rights)[number];

/** Whether an account has a right; false for a visitor. */
export function hasRight(
  account: { role: Role; rights: readonly Right[] } | null | undefined,
  right: Right,
): boolean {
  return account?.role === 'admin' || account?.rights.includes(right) === true;
}

/** The rank whose rights an account has: one with the right to moderate acts as a moderator. */
export function findRank(role: Role, given: readonly Right[]): Role {
  return role === 'player' && given.includes('moderate') ? 'moderator' : role;
}
