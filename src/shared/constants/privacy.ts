/** Who may see something of a player. */
export const audiences = ['everybody', 'friends', 'nobody'] as const;
export type Audience = (typeof audiences)[number];

/** Who may send a player friend requests. */
export const requestAudiences = ['everybody', 'friends-of-friends', 'nobody'] as const;

/** Who may send a player messages. Only friends can anyway. */
export const messageAudiences = ['friends', 'nobody'] as const;

/** What a player can hide from others. Each has a column of the same name in `preferences`. */
export const privateSubjects = ['inventory', 'games', 'friends', 'activity', 'presence'] as const;
export type PrivateSubject = (typeof privateSubjects)[number];
