import type { FilterAct, FilteredKind, FilterKind } from '#shared/constants/text-filters.ts';

/** What filters look for, as the form and the list name it. */
export const filterKindNames: Record<FilterKind, string> = {
  word: 'Word or phrase',
  host: 'Links to a host',
  'other-hosts': 'Links to all other hosts',
  'allowed-host': 'Allowed host',
};

/** What happens to a text that a filter matches. */
export const filterActNames: Record<FilterAct, string> = {
  refuse: 'Refuse it',
  wait: 'Let it wait',
  report: 'Report it',
};

export const filteredKindNames: Record<FilteredKind, string> = {
  discussion: 'Discussion',
  'discussion-comment': 'Comment on a discussion',
  'profile-comment': 'Comment on a profile',
  picture: 'Picture',
  profile: 'Profile',
};

/** A filter in a few words. */
export function describeFilter({ kind, pattern }: { kind: FilterKind; pattern: string }): string {
  return kind === 'other-hosts' ? filterKindNames[kind] : pattern;
}

export const waitingPath = '/moderation/waiting';

export const filtersPath = '/moderation/filters';

/** The path of the filters of one kind, or of all. */
export function filtersOfKindPath(kind: FilterKind | null): string {
  return kind === null ? filtersPath : `${filtersPath}?${new URLSearchParams({ kind })}`;
}
