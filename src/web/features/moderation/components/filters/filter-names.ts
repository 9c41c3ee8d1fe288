import type { FilterAct, FilterKind } from '#shared/constants/moderation/text-filters.ts';

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

/** A filter in a few words. */
export function describeFilter({ kind, pattern }: { kind: FilterKind; pattern: string }): string {
  return kind === 'other-hosts' ? filterKindNames[kind] : pattern;
}
