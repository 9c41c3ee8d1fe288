/** A temporary folder for one job. */
export interface TempDir {
  folder: string;
  /**
   * Writes a stream into a new file; `onProgress` gets the number of bytes so far. A file that
   * could not be written completely is deleted.
   * @throws AppError `upload-bytes` as soon as there are more than `bytesMax` bytes; and what
   * `source` throws.
   */
  write(
    source: AsyncIterable<Uint8Array>,
    options: { bytesMax: number; onProgress?: (bytes: number) => void },
  ): Promise<{ path: string; bytes: number }>;
}

/** Temporary folders of this node, one per running job. */
export interface TempDirs {
  /** Runs `work` with a new folder, which is deleted with its files when `work` has ended. */
  use<Result>(work: (dir: TempDir) => Promise<Result>): Promise<Result>;
  /** Deletes folders that were made before `before`: they are left from a process that ended. */
  removeOlderThan(before: Date): Promise<void>;
}
