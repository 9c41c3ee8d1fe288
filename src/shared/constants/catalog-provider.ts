/** What a games database is asked, how often, and for how long what it answered is good. */
export const catalogProviderConstants = {
  freshMs: 24 * 60 * 60 * 1000,
  /** Answers that nobody asked for again are forgotten after 30 days; the games of them stay. */
  keptMs: 30 * 24 * 60 * 60 * 1000,
  /** How long a page waits when it has something to show without the answer, and when it has not. */
  patienceMs: 700,
  longPatienceMs: 4_000,
  /** A call that takes longer has failed, whatever becomes of it. */
  callMs: 25_000,
  /** So many calls of a node at once; others wait, for `longPatienceMs` at most. */
  callsAtOnce: 6,
  callsWaitingMax: 100,
  /** A node that asks and ends is believed to be asking for this long. */
  claimMs: 30_000,
  /** How often one looks whether the answer that another node waits for is there. */
  lookMs: 250,
  /** How long a stop waits for the calls under way. */
  stopMs: 2_000,
  /** After so many failures in a row nothing is asked for a while, each time for twice as long. */
  failuresInRow: 3,
  restMinMs: 30_000,
  restMaxMs: 10 * 60 * 1000,
  /** The longest that a source is believed when it says when to ask again. */
  retryAfterMaxMs: 24 * 60 * 60 * 1000,
  /** When to come back for what could not be asked for. */
  retryMs: 60_000,
  /** A question whose answer cannot be read or kept is left alone for as long. */
  spoiledMs: 10 * 60 * 1000,
  /** RAWG's free plan: calls a calendar month. */
  callsPerMonth: 20_000,
  /** A term of fewer characters finds beginnings of words here and everything there. */
  searchMin: 3,
  /** The deepest page that is asked for. */
  pageMax: 40,
  /** Companies of the bundle have ids of our own from here on, which no source knows. */
  ownCompaniesFrom: 1_000_000_000,
} as const;
