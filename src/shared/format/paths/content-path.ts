import type { FilteredKind } from '#shared/constants/moderation/text-filters.ts';

/**
 * The path of the page that shows a public text or picture. `place` is the id of the discussion or picture, or the
 * username of the profile.
 */
export function getContentPath(kind: FilteredKind, place: string): string {
  switch (kind) {
    case 'discussion':
    case 'discussion-comment':
      return `/community/discussions/${place}`;
    case 'picture':
      return `/community/pictures/${place}`;
    case 'profile':
    case 'profile-comment':
      return `/profile/${place}`;
  }
}
