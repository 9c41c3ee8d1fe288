/** Exports of the data of an account. */
export const dataExportConstants = {
  /** An account can request one in this time, and a ready one can be downloaded for this time. */
  dayMs: 24 * 60 * 60 * 1000,
  /** How often nodes begin one before it has failed, and the wait before the next time. */
  attemptsMax: 3,
  retryMs: 60 * 1000,
  /** A node that does not extend its claim for this time is dead. */
  leaseMs: 2 * 60 * 1000,
  /** The claim while the complete file is stored, which can take long. */
  storeLeaseMs: 60 * 60 * 1000,
  /** The size of one file, and of the pictures in it. */
  bytesMax: 4 * 1024 ** 3,
  pictureBytesMax: 2 * 1024 ** 3,
  /** Of one picture at an external file service, and of all of them. */
  externalPictureBytesMax: 20 * 1024 ** 2,
  externalPicturesMax: 5_000,
  externalPicturesMs: 30 * 60 * 1000,
  /** After so many failures in a row the service is down, and the other pictures are left out. */
  externalFailuresMax: 5,
  /** No new file is made while the stored ones have more bytes than this. */
  storedBytesMax: 20 * 1024 ** 3,
  pageRows: 1_000,
  checkEveryMs: 2_000,
} as const;
