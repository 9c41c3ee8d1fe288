import { sitePath } from '#shared/format/paths/site-path.ts';

/** The page and form path for requests, friendship and blocks with another player. */
export function friendPath(username: string): string {
  return sitePath`/profile/${username}/friend`;
}

/** The page that asks before a friend is removed or a player is blocked; it leads to `back` afterwards. */
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
