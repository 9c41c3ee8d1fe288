import type { Readable } from 'node:stream';

/** Keeps files by names of ours: of ids and hashes, never of anything that a user wrote. */
export interface FileStore {
  /**
   * Keeps the file at `path` by `name`, in the place of what has that name, so that it outlives a crash
   * once this has ended. The file may be gone from `path` afterwards.
   */
  keep(name: string, path: string): Promise<void>;
  /**
   * Null for what is not kept. A stream that is not read to its end is to be destroyed. `bytes` is null
   * where that is known at the end only.
   */
  open(name: string): Promise<{ stream: Readable; bytes: number | null } | null>;
  /** Deletes the file, if it is there. */
  remove(name: string): Promise<void>;
}

/** The file of a part on its way. */
export function partFile(partId: string): string {
  return `parts/${partId}`;
}

/** The file of a picture in one of its sizes; the hash is of its content. */
export function pictureFile(pictureId: string, hash: string): string {
  return `pictures/${pictureId.slice(0, 2)}/${pictureId}-${hash}.webp`;
}

/** The files of a picture by the hashes of its sizes: none where a hosted service has it. */
export function filesOf(pictureId: string, hashes: readonly (string | null)[]): string[] {
  return hashes.flatMap((hash) => (hash === null ? [] : pictureFile(pictureId, hash)));
}
