import type { PictureShape } from '#domain/gallery/processing/image-processor.ts';
import type { RasterFormat } from '../lib/raster-format.ts';

/** The bounds that the image worker gets. */
export interface ImageBounds {
  /** Pixels of one frame, and of one frame in AVIF. */
  pixelsMax: number;
  avifPixelsMax: number;
  framesMax: number;
  /** Pixels on the long side. */
  fullSide: number;
  thumbnailSide: number;
  /** The memory of the worker in bytes. */
  memoryMax: number;
  /** The part that both sizes show; the whole picture without it. */
  shape?: PictureShape | undefined;
}

export interface ImageSize {
  width: number;
  height: number;
}

/** The answer of the image worker. The files are `workerFileNames` in its folder. */
export type WorkerResult =
  | { format: RasterFormat; full: ImageSize; thumbnail: ImageSize }
  | {
      refused:
        | 'not-a-picture'
        | 'picture-pixels'
        | 'picture-avif-pixels'
        | 'picture-frames'
        | 'picture-broken'
        | 'picture-part-small';
    };

export const workerFileNames = { full: 'full.webp', thumbnail: 'thumbnail.webp' } as const;
