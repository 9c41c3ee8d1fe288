import type { Audience } from '#shared/constants/privacy.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import { canSeePresence } from '../privacy/privacy-rules.ts';
import { defaultPrivacy } from '../privacy/read-privacy.ts';

interface FriendPresence {
  lastSeenAt: Date | null;
  /** Null for a friend who has not saved any preferences. */
  presenceVisibility: Audience | null;
}

/** Whether the reader sees a friend as Online. */
export function getFriendStatus(friend: FriendPresence, now: Date): 'Online' | 'Offline' {
  const presenceVisibility = friend.presenceVisibility ?? defaultPrivacy.presenceVisibility;
  const isSeen = canSeePresence({ reader: 'friend', settings: { presenceVisibility } });
  return isSeen && isOnline(friend.lastSeenAt, now) ? 'Online' : 'Offline';
}
