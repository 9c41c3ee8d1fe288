/** Discussions and their comments. */
export const discussionConstants = {
  titleMax: 120,
  contentMax: 10_000,
  gameMax: 100,
  /** Characters of the content in the list. */
  previewLength: 30,
  pageSize: 5,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts of all discussions, or of one tag, stop here, and so does paging. */
  countMax: 10_000,
  /** As `countMax`, for a search or several tags. With more results, `foundShown` can be paged through. */
  foundMax: 1_000,
  foundShown: 200,
  /** How many rows a search scans in order for a page of many results. */
  scanMax: 20_000,
  /** Up to this many discussions, a term of one or two characters matches anywhere; above, only at word starts. */
  shortSearchMax: 20_000,
  /** The sample by which the frequency of a term is estimated, and how long the estimate is used. */
  sampleSize: 2_000,
  sampleMs: 10 * 60 * 1000,
  /** Discussions on a game's page. */
  shownOnGamePage: 5,
  suggestions: 8,
  commentMax: 1_000,
  commentPageSize: 10,
  commentPageMax: 10_000,
  /** Comments of one discussion. */
  commentsMax: 100_000,
  /** How many subscribers are notified of one comment. */
  notifiedMax: 5_000,
} as const;

/** Orders of the list of discussions; the first is the default. */
export const discussionOrders = ['newest', 'activity', 'comments'] as const;
export type DiscussionOrder = (typeof discussionOrders)[number];
