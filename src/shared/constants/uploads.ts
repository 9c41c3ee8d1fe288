/** Uploads of pictures. */
export const uploadConstants = {
  nameMax: 100,
  /** Of a file that is sent. */
  bytesMax: 50_000_000,
  /** What a form may have around its file. */
  formBytesMax: 64 * 1024,
  /** Of one account in a calendar day (UTC). */
  perDay: 20,
  /** The same, with those that nobody posted within an hour: their places are free again. */
  perDayUnposted: 60,
  /** Of one account at a time. One of which nothing came for `idleMs` gives way to another. */
  openMax: 2,
  idleMs: 60_000,
  /** Of which nothing came at all, sooner: its client never had the answer, and begins again. */
  unheardMs: 2_000,
  /** Pictures that are made, or wait for that. */
  finishingMax: 20,
  /** Whole files that a node receives at once, and those of them from one address. */
  receivingMax: 40,
  receivingPerAddress: 6,
  /** A file that has come for so long at less than this gives its place to another of its address. */
  slowAfterMs: 10_000,
  slowBytesPerSecond: 32_000,
  /** A request of which nothing comes for so long is ended, and one of which less than this comes. */
  silentMs: 30_000,
  bytesPerSilence: 120_000,
  /** What is still sent when its refusal is known is read for so long at most. */
  readOnMs: 120_000,
  /** A picture of which its node did not note for so long that it goes on is lost with that node. */
  finishingMs: 90_000,
  /** What nobody went on with, and pictures that nobody posted, are cleared away after it. */
  abandonedMs: 60 * 60 * 1000,
  /** How often a node looks for what earlier processes left on its disk. */
  tidyEveryMs: 10 * 60 * 1000,
  /** Of so many deleted pictures the files are removed at once, while somebody waits for it. */
  removalsAtOnce: 4,
  /** What is left of a deleted picture, so that who asks learns that it is no more. */
  removedKeptMs: 30 * 24 * 60 * 60 * 1000,
  /** How often it is noted that an upload goes on. */
  noteEveryMs: 15_000,
  /** What may be asked for as `part_size`: 5 MB. */
  partBytesMin: 5 * 1024 * 1024,
  /** A smaller file is sent in one request. */
  multipartBytesMin: 10 * 1024 * 1024,
  /** How often a part may be sent, on average of all. */
  triesPerPart: 4,
  /** A signature is for one upload, begun at once. */
  signatureMs: 10 * 60 * 1000,
  /** When who is told to wait comes again. */
  retryMs: 15_000,
} as const;

/** The file service's REST. */
export const fileServiceConstants = {
  pageSize: 100,
  pageMax: 1_000,
  /** Files of one request that stores or deletes many. */
  batchMax: 100,
  /** How far the date of a signed request may be from ours, either way. */
  dateWithinMs: 5 * 60 * 1000,
  /** Of what goes with a file: names, their length and that of the values. */
  metadataMax: 50,
  metadataNameMax: 64,
  metadataValueMax: 512,
} as const;
