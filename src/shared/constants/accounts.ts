export const usernameConstants = {
  min: 3,
  /** Username input limited to 20 characters. */
  max: 20,
} as const;

export const passwordConstants = { min: 8, max: 128 } as const;

export const emailConstants = { max: 254 } as const;

export const sessionConstants = {
  lifetimeMs: 30 * 24 * 60 * 60 * 1000,
  /** A session is prolonged at most this often, so that reading pages does not write. */
  renewAfterMs: 24 * 60 * 60 * 1000,
  /** The oldest end. */
  perAccount: 50,
} as const;

/** What a browser carries that was logged in before. */
export const deviceConstants = {
  lifetimeMs: 365 * 24 * 60 * 60 * 1000,
  /** Of one browser, as in a classroom. */
  accountsMax: 8,
} as const;

/** Sessions of the app backend, which third-party clients speak to. */
export const apiSessionConstants = {
  accessMs: 30 * 60 * 1000,
  /** An anonymous one does not expire. */
  refreshMs: 60 * 24 * 60 * 60 * 1000,
  /** A loginId lives as long as a web session, but is not prolonged by use. */
  loginIdMs: 30 * 24 * 60 * 60 * 1000,
  /** Of one account, and so many loginIds: of more the oldest end. */
  perAccount: 50,
  apiKeysPerAccount: 20,
  apiKeyNameMax: 100,
  bodyMaxBytes: 256 * 1024,
  /** Of a request that is too large so much is read before that is said. */
  readOnBytes: 1024 * 1024,
} as const;

/** Guests unseen for 30 days are retired. */
export const guestConstants = { unseenMs: 30 * 24 * 60 * 60 * 1000 } as const;

/** Reset and confirm links work once, for an hour. */
export const emailLinkConstants = { lifetimeMs: 60 * 60 * 1000 } as const;

/** Mails that were asked for: how often each node sends them, and how many at once. */
export const emailRequestConstants = { sendEveryMs: 2_000, atOnce: 10 } as const;

/** An account counts as Online for this long after its last request. */
export const presenceConstants = {
  onlineMs: 60 * 1000,
  /** How often a node writes who was seen on it and who is connected: well below `onlineMs`. */
  writeEveryMs: 15_000,
} as const;
