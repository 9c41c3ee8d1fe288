export const sessionConstants = {
  /** How long a session lasts without use. */
  lifetimeMs: 30 * 24 * 60 * 60 * 1000,
  /** The same for moderators and admins. */
  moderatorLifetimeMs: 12 * 60 * 60 * 1000,
  /** How long a session lasts at most, however much it is used. */
  totalLifetimeMs: 90 * 24 * 60 * 60 * 1000,
  /** A session is extended at most this often, so that reading pages does not write to the database. */
  renewAfterMs: 24 * 60 * 60 * 1000,
  /** Beyond this number the oldest sessions end. */
  perAccount: 50,
  /** When a session was last seen is written at most this often. */
  seenEveryMs: 5 * 60 * 1000,
  /** Longer names of browsers are cut. */
  userAgentMax: 400,
} as const;

/** Changes such as a new password need a proof of identity that is at most this old. */
export const proofConstants = { freshMs: 10 * 60 * 1000 } as const;

/** The cookie of a known device. */
export const deviceConstants = {
  lifetimeMs: 365 * 24 * 60 * 60 * 1000,
  /** Accounts that one browser remembers; a computer in a classroom has several. */
  accountsMax: 8,
} as const;
