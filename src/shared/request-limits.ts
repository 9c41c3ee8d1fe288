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
