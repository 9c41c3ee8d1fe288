/** Connections to the HTTP server. */
export const connectionConstants = {
  /** Unanswered requests of one connection. Browsers and proxies send one at a time. */
  unansweredMax: 16,
  /** Requests of all connections that wait for an earlier request of their connection. */
  waitingMax: 1_000,
  /** 300 players behind one IP address, each with six connections of a browser and a socket. */
  perAddress: 2_400,
  /** A connection is destroyed if its client read nothing of a response for this long. */
  stalledMs: 30_000,
  /** A connection is destroyed if a request other than an upload has not arrived after this time. */
  arrivalMs: 75_000,
  /** The same for an upload of pictures, and for a file of gigabytes that an editor sends. They have a minimum rate. */
  uploadMs: 30 * 60_000,
  downloadUploadMs: 6 * 60 * 60_000,
  /** How long the headers of a request may take. */
  headersMs: 30_000,
  /** How often Node checks for requests that took too long to arrive. */
  checkEveryMs: 5_000,
} as const;

/** Bodies of requests that are read as a whole. */
export const requestBodyConstants = {
  formBytesMax: 256 * 1024,
  /** Fields of a form, and parts and lines of one with files. Pasted lists have up to 5,000 lines. */
  formFieldsMax: 5_000,
  formPartsMax: 1_000,
  formLinesMax: 20_000,
  /** Forms of catalog editors with files, how many files, and how many such forms a node handles at once. */
  fileFormBytesMax: 12_000_000,
  formFilesMax: 100,
  fileFormsMax: 3,
  fileFormArrivalMs: 70_000,
  /** How long a body may take to arrive. */
  arrivalMs: 60_000,
  /** Memory for bodies that are still arriving: 300 forms of 50 KB from one IP address. */
  perAddressBytes: 16 * 1024 * 1024,
  totalBytes: 48 * 1024 * 1024,
  retryMs: 15_000,
} as const;

export const idempotencyKeyConstants = { lifetimeMs: 24 * 60 * 60 * 1000 } as const;

/** How many requests run at once on a node, and how many more may wait. Further ones are rejected. */
export const fairShareConstants = {
  account: { atOnce: 4, waitingMax: 100 },
  /** An IP address of visitors: a whole school may share one. */
  address: { atOnce: 8, waitingMax: 600 },
  /**
   * Forms of visitors of all IP addresses together, and how many may wait that log in to one account. Pages need the
   * processor, not other services, so more of them at once would only delay players.
   */
  visitors: { atOnce: 64, pagesAtOnce: 16, waitingMax: 2_400, waitingPerAccount: 12 },
  /** Long lists for everybody, in addition to the limits above. */
  lists: { atOnce: 4, waitingMax: 2_000 },
  retryMs: 1_000,
} as const;

/**
 * Pictures of cards that are drawn when they are requested. A process keeps about a thousand. All connections of an
 * IP address may wait for one.
 */
export const cardDrawingConstants = {
  cacheBytes: 12 * 1024 * 1024,
  parallel: 4,
  waiting: {
    total: 2 * connectionConstants.perAddress,
    perAddress: connectionConstants.perAddress,
    perAccount: connectionConstants.perAddress,
  },
  retryMs: 1_000,
} as const;
