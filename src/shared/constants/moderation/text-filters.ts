/**
 * What a filter looks for: a word or phrase, links to a host, or links to all hosts without an `allowed-host`.
 * An `allowed-host` is no filter but an exception.
 */
export const filterKinds = ['word', 'host', 'other-hosts', 'allowed-host'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** What happens to a text that a filter matches, the strictest act first. */
export const filterActs = ['refuse', 'wait', 'report'] as const;
export type FilterAct = (typeof filterActs)[number];

/** The texts that filters check. */
export const filteredKinds = [
  'discussion',
  'discussion-comment',
  'profile-comment',
  'picture',
  'profile',
] as const;
export type FilteredKind = (typeof filteredKinds)[number];

export const textFilterConstants = {
  filtersMax: 500,
  patternMax: 60,
  /** A word can become longer when it is compared: one character can stand for several letters. */
  comparedMax: 120,
  hostMax: 100,
  /** The text of the test field. */
  testMax: 10_000,
  /** The matches that the test field and a dry run show. */
  shownMatches: 50,
  /** A dry run reads at most so many of the newest texts, of so many days, with so many characters in all. */
  dryRunTexts: 1_000,
  dryRunDays: 30,
  dryRunCharacters: 2_000_000,
  dryRunShown: 20,
  changesShown: 20,
  /** Filters on a page of their list. */
  pageSize: 50,
} as const;
