/** Connections to the HTTP server. */
export const connection = {
  /** Requests of one connection without a complete response. Browsers and proxies send one at a time. */
  unansweredMax: 16,
  /** Requests of all connections that wait for an earlier one of their connection. */
  waitingMax: 1_000,
  /** 300 players behind one address, each with six connections of a browser and a socket. */
  perAddress: 2_400,
  /** A connection whose client has read nothing of its response for so long is destroyed. */
  stalledMs: 30_000,
  /** A connection whose request, other than an upload, has not arrived by then is destroyed. */
  arrivalMs: 75_000,
  /** How long the headers of a request may take. */
  headersMs: 30_000,
  /** How often it is checked which requests have taken too long to arrive. */
  checkEveryMs: 5_000,
} as const;

/** Bodies of requests that are read as a whole. */
export const requestBody = {
  formBytesMax: 256 * 1024,
  /** How long a body may take to arrive. */
  ms: 60_000,
  /** Memory for bodies that have not arrived completely: 300 forms of 50 KB from one address. */
  perAddressBytes: 16 * 1024 * 1024,
  inAllBytes: 48 * 1024 * 1024,
  retryMs: 15_000,
} as const;

export const idempotencyKeyConstants = { lifetimeMs: 24 * 60 * 60 * 1000 } as const;

/** What one may have done at once on a node, and how many more may wait; beyond, one is refused. */
export const fairShareConstants = {
  account: { atOnce: 4, waitingMax: 100 },
  /** Of visitors: a whole school may be behind one. */
  address: { atOnce: 8, waitingMax: 600 },
  /** Forms of visitors, of all addresses together; and those that log in to one account. */
  visitors: { atOnce: 64, waitingMax: 2_400, waitingPerAccount: 12 },
  /** Long lists of everybody, after the shares above. */
  lists: { atOnce: 4, waitingMax: 2_000 },
  retryMs: 1_000,
} as const;
