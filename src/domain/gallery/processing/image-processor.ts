import type { ImageType } from '#shared/constants/gallery/image-types.ts';

/** A file that was made. It belongs to the caller, who moves or deletes it. */
export interface ProcessedFile {
  /** A file in the requested folder; its name has no meaning. */
  path: string;
  /** In pixels, after EXIF orientation was applied. */
  width: number;
  height: number;
  /** In bytes. */
  bytes: number;
  /** The SHA-256 of its content, 64 hexadecimal digits. */
  hash: string;
}

/** The two sizes of a picture. */
export interface ProcessedPicture {
  full: ProcessedFile;
  thumbnail: ProcessedFile;
  /** The type of the file that was sent. The two sizes are always WebP. */
  kind: ImageType;
}

/** A part of a picture of exact proportions, such as a logo. */
export interface PictureShape {
  /**
   * The chosen part, in fractions of the picture after its EXIF orientation was applied (0 to 1); null for the
   * largest part in the middle.
   */
  part: { left: number; top: number; width: number; height: number } | null;
  /** The sizes of the two files in pixels, in the same proportions. A smaller part is not enlarged. */
  full: PixelSize;
  thumbnail: PixelSize;
  /** A smaller part is rejected. */
  smallest: PixelSize;
  /** A colour of CSS below transparent parts; null leaves them transparent. */
  background: string | null;
}

interface PixelSize {
  width: number;
  height: number;
}

/** Whose picture waits: each IP address in turn has one made, and each of its accounts. */
interface PictureSender {
  address: string;
  account: string;
}

/** Makes pictures that browsers can show of files that players sent. */
export interface ImageProcessor {
  /**
   * Makes the two sizes of the picture in `file` as WebP files in the existing folder `folder`: EXIF orientation is
   * applied and all metadata is removed. `file` is not changed. After an error or an abort no made file is left. Of
   * an animation, the first frame is used. Pictures are processed one after the other; senders alternate, so that the
   * slow pictures of one hardly delay those of others. With `shape` both sizes show a part of the picture only.
   * @throws AppError `not-a-picture`, `picture-pixels`, `picture-avif-pixels`, `picture-frames`, `picture-broken`,
   * `picture-heavy`, `picture-part-small`; `pictures-busy` when too many pictures wait, most of
   * them of this sender: this one can be retried.
   * @throws Error when the image worker failed, or the reason of `signal`.
   */
  process(
    file: string,
    folder: string,
    signal?: AbortSignal,
    shape?: PictureShape,
    sender?: PictureSender,
  ): Promise<ProcessedPicture>;
}
