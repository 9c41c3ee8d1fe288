import type { ListedGroup } from '#domain/groups/list-groups.ts';

/** How one becomes a member, in a few words. */
export function describeJoining({
  joining,
  carries,
}: Pick<ListedGroup, 'joining' | 'carries'>): string {
  if (joining === 'invitation') return 'By invitation';
  return joining === 'request' || carries ? 'By request' : 'Open to everybody';
}

/** What the reader is in the group; null if nothing. */
export function describeState({
  isMember,
  isLeader,
  isAsked,
}: Pick<ListedGroup, 'isMember' | 'isLeader' | 'isAsked'>): string | null {
  if (isLeader) return 'You lead it';
  if (isMember) return 'Member';
  return isAsked ? 'Asked' : null;
}
