/** Single sign-on by OpenID Connect. */
export const signOnConstants = {
  /** The path to which the provider sends the browser back. Providers have a list of such URLs. */
  callbackPath: '/login/sign-on/callback',
  /** How long a sign-on may take at the provider, and how long a new identity waits for a username. */
  lifetimeMs: 10 * 60 * 1000,
  /** Identities that one account can have. */
  perAccount: 5,
  /** Clocks of the provider and of this server may differ by this much. */
  clockToleranceMs: 60 * 1000,
  /** Subjects and names are cut or rejected beyond these lengths. The specification allows 255 for a subject. */
  subjectMax: 255,
  nameMax: 100,
  /** Longer paths to return to are dropped, as the cookie has them. */
  nextMax: 1_000,
  /** How long each request to the provider may take, and how many bytes its answer may have. */
  requestMs: 8_000,
  answerMaxBytes: 512 * 1024,
  /** How long what the provider says of itself is used, and how long after a failure it is not asked again. */
  discoveryMs: 60 * 60 * 1000,
  discoveryRetryMs: 5_000,
} as const;
