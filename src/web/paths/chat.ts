import { sitePath } from '#shared/format/paths/site-path.ts';

/** The page of the conversation of two players. */
export function chatPath(me: string, friend: string): string {
  return sitePath`/chat/${me}/${friend}`;
}
