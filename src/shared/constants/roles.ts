/** The roles of accounts. A visitor has no account. */
export const roles = ['guest', 'player', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];
