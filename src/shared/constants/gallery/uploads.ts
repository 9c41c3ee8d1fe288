/** Uploads of pictures. */
export const uploadConstants = {
  nameMax: 100,
  /** The size of a file. */
  bytesMax: 50_000_000,
  /** The size of a form without its file. */
  formBytesMax: 64 * 1024,
  /** Pictures of one account per calendar day (UTC). */
  perDay: 20,
  /** The same, including pictures that were not posted within an hour. */
  perDayUnposted: 60,
  /** Concurrent uploads of one account. An upload that received nothing for `idleMs` gives way to a new one. */
  openMax: 2,
  idleMs: 60_000,
  /** The same for an upload that never received anything: its client lost the answer and starts again. */
  unstartedMs: 2_000,
  /** Pictures that are being processed or wait for it. */
  finishingMax: 20,
  /** Whole files that a node receives at once, in total and from one IP address. */
  receivingMax: 40,
  receivingPerAddress: 6,
  /** A file that arrives for this long at a lower rate gives its slot to another file of its IP address. */
  slowAfterMs: 10_000,
  slowBytesPerSecond: 32_000,
  /** A request ends if fewer than `bytesPerStallTimeout` bytes arrive within `stallTimeoutMs`. */
  stallTimeoutMs: 30_000,
  bytesPerStallTimeout: 120_000,
  /** How long the rest of a rejected request is read at most. */
  drainMs: 120_000,
  /** A processing attempt counts as lost if its node reported no progress for this long. */
  finishingLeaseMs: 90_000,
  /** Abandoned uploads and pictures that were not posted are deleted after this time. */
  abandonedMs: 60 * 60 * 1000,
  /** How often a node removes files that earlier processes left on its disk. */
  cleanUpEveryMs: 10 * 60 * 1000,
  /** Pictures whose files are removed concurrently while a request waits for the deletion. */
  removalsAtOnce: 4,
  /** How long the row of a deleted picture stays, so that clients learn that it was deleted. */
  removedRetentionMs: 30 * 24 * 60 * 60 * 1000,
  /** How often the progress of an upload is written. */
  progressEveryMs: 15_000,
  /** The smallest `part_size`: 5 MB. */
  partBytesMin: 5 * 1024 * 1024,
  /** A smaller file is sent in one request. */
  multipartBytesMin: 10 * 1024 * 1024,
  /** Attempts per part, on average over all parts. */
  attemptsPerPart: 4,
  /** How long a signature is valid. It starts one upload. */
  signatureMs: 10 * 60 * 1000,
  /** The retry time that waiting clients get. */
  retryMs: 15_000,
} as const;

/** Whole files that a process receives at once by the upload API, in total and from an IP address or an account. */
export const uploadApiSlots = {
  total: uploadConstants.receivingMax,
  perOwner: uploadConstants.receivingPerAddress,
  ownerError: 'pictures-busy',
} as const;

/** The same for the plain form of the gallery, which knows the account. */
export const pictureFormSlots = {
  total: 20,
  perOwner: uploadConstants.openMax,
  ownerError: 'uploads-open',
} as const;

/** The REST API of the file service. */
export const fileServiceConstants = {
  pageSize: 100,
  pageMax: 1_000,
  /** Files of one request that stores or deletes many. */
  batchMax: 100,
  /** The largest difference between the date of a signed request and our clock. */
  dateWithinMs: 5 * 60 * 1000,
  /** Metadata of a file: the number of names, and the lengths of names and values. */
  metadataMax: 50,
  metadataNameMax: 64,
  metadataValueMax: 512,
} as const;
