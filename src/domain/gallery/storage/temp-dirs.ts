/** A folder of its own for one piece of work. */
export interface TempDir {
  folder: string;
  /**
   * Writes what comes into a new file, piece by piece; `noted` is told how much came so far. What could
   * not be written to its end is gone.
   * @throws Refusal `upload-bytes` as soon as more than `bytesMax` came, and what `source` throws.
   */
  write(
    source: AsyncIterable<Uint8Array>,
    options: { bytesMax: number; noted?: (bytes: number) => void },
  ): Promise<{ path: string; bytes: number }>;
}

/** Folders of this node for files that nobody needs in the next minute. */
export interface TempDirs {
  /** Does `work` in a room, which is removed with all that is in it, whatever comes of the work. */
  enter<Result>(work: (room: TempDir) => Promise<Result>): Promise<Result>;
  /** Removes the rooms that were made before `before`: a process that ended left them. */
  tidy(before: Date): Promise<void>;
}
