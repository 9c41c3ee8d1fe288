/** Calls of the catalog provider, and the cache of its answers. */
export const catalogProviderConstants = {
  freshMs: 24 * 60 * 60 * 1000,
  /** Answers that were not requested for 30 days are deleted. Their games stay. */
  answerRetentionMs: 30 * 24 * 60 * 60 * 1000,
  /** How long a page waits for an answer: with content to show meanwhile, and without (`longWaitMs`). */
  waitMs: 700,
  longWaitMs: 4_000,
  /** A longer call counts as failed. */
  callTimeoutMs: 25_000,
  /** Concurrent calls of a node. Others wait, at most `longWaitMs`. */
  concurrentCallsMax: 6,
  callsWaitingMax: 100,
  /** How long a node's claim of a call is valid if the node does not release it. */
  claimMs: 30_000,
  /** How often a node checks for an answer that another node is fetching. */
  pollMs: 250,
  /** How long a shutdown waits for running calls. */
  stopTimeoutMs: 2_000,
  /** After this many consecutive failures calls pause. Each pause is twice as long as the one before. */
  consecutiveFailuresMax: 3,
  pauseMinMs: 30_000,
  pauseMaxMs: 10 * 60 * 1000,
  /** The longest pause that a provider's Retry-After can cause. */
  retryAfterMaxMs: 24 * 60 * 60 * 1000,
  /** The retry time for readers when a call was not possible. */
  retryMs: 60_000,
  /** How long a call is not repeated after an answer that could not be parsed or stored. */
  unreadableAnswerMs: 10 * 60 * 1000,
  /** RAWG's free plan: calls per calendar month. */
  callsPerMonth: 20_000,
  /** Shorter search terms are not sent to the provider, which would return everything. */
  searchMin: 3,
  /** The last page that is requested. */
  pageMax: 40,
  /** Ids of the bundled companies start here. No provider uses them. */
  ownCompanyIdsFrom: 1_000_000_000,
} as const;
