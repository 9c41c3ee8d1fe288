/** How many entries about an account or a network the log of a node has in a time, for each kind of event. */
export const securityLogConstants = {
  perSubject: 30,
  windowMs: 10 * 60 * 1000,
  /** Accounts and networks that are counted at a time. */
  subjectsMax: 10_000,
} as const;
