export const usernameConstants = {
  min: 3,
  /** Username input limited to 20 characters. */
  max: 20,
} as const;

export const passwordConstants = { min: 8, max: 128 } as const;

export const emailConstants = { max: 254 } as const;

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

/** Sessions of the Realm API. */
export const apiSessionConstants = {
  accessTokenMs: 30 * 60 * 1000,
  /** The refresh token of an anonymous session does not expire. */
  refreshTokenMs: 60 * 24 * 60 * 60 * 1000,
  /** A loginId lives as long as a web session, but use does not extend it. */
  loginIdMs: 30 * 24 * 60 * 60 * 1000,
  /** API sessions of one account, and loginIds of one account. Beyond this number the oldest end. */
  perAccount: 50,
  apiKeysPerAccount: 20,
  apiKeyNameMax: 100,
  bodyMaxBytes: 256 * 1024,
  /** How many bytes of a request that is too large are read before the response. */
  drainBytes: 1024 * 1024,
} as const;

/** Guests without a request for 30 days are retired. */
export const guestConstants = { inactiveMs: 30 * 24 * 60 * 60 * 1000 } as const;

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

/** An account counts as Online for this long after its last request. */
export const presenceConstants = {
  onlineMs: 60 * 1000,
  /** How often a node writes the presence of its accounts; well below `onlineMs`. */
  writeEveryMs: 15_000,
} as const;

/** How many entries about an account or a network the log of a node has in a time, for each kind of event. */
export const securityLogConstants = {
  perSubject: 30,
  windowMs: 10 * 60 * 1000,
  /** Accounts and networks that are counted at a time. */
  subjectsMax: 10_000,
} as const;
