/** The actions of the forms about another player. */
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
