/** The ranks of accounts. A visitor has no account. */
export const roles = ['guest', 'player', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether the role moderates: that of a moderator or an admin. */
export function isModeratorRole(role: Role | undefined): boolean {
  return role === 'moderator' || role === 'admin';
}

/** The built-in further role whose holders edit the games of the site. */
export const catalogEditor = 'catalog-editor';
