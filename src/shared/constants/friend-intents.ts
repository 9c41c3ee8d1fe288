/** What a form can do to somebody. */
export const friendIntents = [
  'add',
  'cancel',
  'accept',
  'decline',
  'remove',
  'block',
  'unblock',
] as const;
export type FriendIntent = (typeof friendIntents)[number];
