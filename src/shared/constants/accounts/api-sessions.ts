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
