import type { Role } from './roles.ts';

/** The rights that a further role can give. Admins have all, moderators that to moderate. */
export const rights = [
  'edit-catalog',
  'moderate',
  'manage-groups',
  'invite',
  'see-economy',
] as const;
export type Right = (typeof rights)[number];

/** The rights as sentences, by which admins choose them. */
export const rightTexts: Readonly<Record<Right, string>> = {
  'edit-catalog':
    'May add, edit, hide and order the games of this site, their prices, sales and card sets.',
  moderate:
    'May do what moderators do: decide reports, hide and delete texts and pictures, and suspend guests and players.',
  'manage-groups':
    'May make, change and delete groups, and choose their members and leaders. Only admins add members to a group on which something hangs.',
  invite: 'May make and withdraw invitations, except to groups on which something hangs.',
  'see-economy': 'May see the figures of the economy and the results of its audit, and start it.',
};

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
