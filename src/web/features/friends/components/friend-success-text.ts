import type { FriendIntent } from '#shared/constants/friends.ts';

/** Returns the toast text for a successful action. `friends`: whether the two are friends now. */
export function friendSuccessText(intent: FriendIntent, username: string, friends = false): string {
  switch (intent) {
    case 'add':
      return friends ? `You and ${username} are friends now.` : 'Friend request sent.';
    case 'accept':
      return `You and ${username} are friends now.`;
    case 'cancel':
      return 'Your friend request is taken back.';
    case 'decline':
      return `The request of ${username} is declined.`;
    case 'remove':
      return `${username} is no longer your friend.`;
    case 'block':
      return `${username} is blocked.`;
    case 'unblock':
      return `${username} is no longer blocked.`;
  }
}
