/** Email links work once, for one hour. */
export const emailLinkConstants = { lifetimeMs: 60 * 60 * 1000 } as const;

/** Requested mails: how often each node sends them, and how many at once. */
export const emailRequestConstants = {
  sendEveryMs: 2_000,
  /** How many emails a node sends at the same time. */
  atOnce: 10,
  /** A node that claimed an email has this long to send it. Then others try. */
  leaseMs: 2 * 60_000,
  /** How long one attempt can take at most. */
  attemptMs: 50_000,
  attemptsMax: 6,
  /** The wait after the first failed attempt. It is four times as long after each further one. */
  retryMs: 15_000,
} as const;
