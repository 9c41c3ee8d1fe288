import { sitePath } from '#shared/format/site-path.ts';

/** Where everything is done that concerns somebody as a friend. */
export function friendPath(username: string): string {
  return sitePath`/profile/${username}/friend`;
}

/** Where it is asked before a friendship ends, and back to `back` afterwards. */
export function friendQuestionPath(
  username: string,
  ask: 'remove' | 'block',
  back: string,
): string {
  return `${friendPath(username)}?${new URLSearchParams({ ask, back })}`;
}

export function friendsPath(username: string): string {
  return sitePath`/profile/${username}/friends`;
}

export const blockedPath = '/profile/blocked';
export const socialPath = '/community/social';

export function chatPath(me: string, friend: string): string {
  return sitePath`/chat/${me}/${friend}`;
}
