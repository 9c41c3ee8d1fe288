import type { ImageType } from '#shared/constants/image-types.ts';

/** One made file. It belongs to whoever asked for it, to move or to delete. */
export interface ProcessedFile {
  /** A file in the folder that was asked for; its name means nothing. */
  path: string;
  /** In pixels, upright. */
  width: number;
  height: number;
  /** Its size. */
  bytes: number;
  /** The SHA-256 of its content, 64 hexadecimal digits. */
  hash: string;
}

/** What was made of a picture. */
export interface ProcessedPicture {
  full: ProcessedFile;
  thumbnail: ProcessedFile;
  /** What the content was that came in; what is made of it is always WebP. */
  kind: ImageType;
}

/** Makes of what somebody sent what browsers may have. */
export interface ImageProcessor {
  /**
   * Makes the two sizes of the picture in `file`: upright, without any metadata, as WebP into `folder`,
   * which is there. `file` is left as it is. What it makes and does not answer (after a refusal, a
   * failure or an abort) it deletes. Of an animation it shows the first frame. Waits its turn when others
   * are made.
   * @throws Refusal `not-a-picture`, `picture-pixels`, `picture-avif-pixels`, `picture-frames`,
   * `picture-broken`, `picture-heavy`; `pictures-busy` where too many wait: that one may be tried again.
   * An ordinary error where the machinery failed, or the reason of `signal`.
   */
  process(file: string, folder: string, signal?: AbortSignal): Promise<ProcessedPicture>;
}
