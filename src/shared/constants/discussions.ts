/** Discussions and what is said in them. */
export const discussionConstants = {
  titleMax: 120,
  contentMax: 10_000,
  gameMax: 100,
  /** What the list shows of the content. */
  previewLength: 30,
  pageSize: 5,
  pageWindow: 4,
  searchMax: 100,
  /** Exact counts of all, or of a tag, stop here, and so does paging. */
  countMax: 10_000,
  /** As `countMax`, of a search or of several tags; where there are more, so many can be paged through. */
  foundMax: 1_000,
  foundShown: 200,
  /** How far a search looks, in order, for a page of the many that there are. */
  walkMax: 20_000,
  /** Among so many a term of one or two characters is looked for anywhere; beyond, where words begin. */
  shortSearchMax: 20_000,
  /** Of so many the rest is told: how common a term is. */
  sampled: 2_000,
  sampleMs: 10 * 60 * 1000,
  /** What a game's page shows. */
  ofGame: 5,
  suggestions: 8,
  commentMax: 1_000,
  commentPageSize: 10,
  commentPageMax: 10_000,
  /** Of one discussion: what is on its pages. */
  commentsMax: 100_000,
  /** So many are told of one comment. */
  toldMax: 5_000,
} as const;
