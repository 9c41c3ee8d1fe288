import type { Readable } from 'node:stream';

/** A part of a file that exists: the first and the last byte, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  name: string;
  bytes: number;
  /** When it was stored. */
  storedAt: Date;
}

/** Stores files under names that we make of ids and hashes, never of user input. */
export interface FileStore {
  /**
   * Stores the file at `path` as `name` and replaces an existing file of that name. When it
   * returns, the file survives a crash. The file may no longer exist at `path`.
   */
  save(name: string, path: string): Promise<void>;
  /**
   * Opens a file, or the bytes of `range`; null when it does not exist. The caller must destroy a stream
   * that it does not read to the end. `bytes` is null when the size is not known before the end.
   */
  open(name: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number | null } | null>;
  /** Iterates over the files of a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Whether others than this site may store files there. */
  isShared: boolean;
  /** Deletes the file if it exists. */
  remove(name: string): Promise<void>;
}

/** The folders of all files. */
export const storageFolders = ['pictures', 'downloads', 'exports', 'parts'] as const;

/** The file name of a part of an upload. */
export function partFileName(partId: string): string {
  return `parts/${partId}`;
}

/** The file name of a picture in one size; `hash` is the SHA-256 of its content. */
export function pictureFileName(pictureId: string, hash: string): string {
  return `pictures/${pictureId.slice(0, 2)}/${pictureId}-${hash}.webp`;
}

/**
 * The file names of a picture by the hashes of its sizes. Empty when an external file service has the
 * files.
 */
export function listPictureFileNames(
  pictureId: string,
  hashes: readonly (string | null)[],
): string[] {
  return hashes.flatMap((hash) => (hash === null ? [] : pictureFileName(pictureId, hash)));
}

/** The folder of the files that owners of games download. */
export const downloadFolder = 'downloads';

/** The file name of a download. */
export function downloadFileName(fileId: string): string {
  return `${downloadFolder}/${fileId.slice(0, 2)}/${fileId}`;
}
