import type { RasterFormat } from '../lib/raster-format.ts';

/** What the process that reads a picture is told of its bounds. */
export interface Bounds {
  /** Pixels of one frame, and of one in AVIF. */
  pixelsMax: number;
  avifPixelsMax: number;
  framesMax: number;
  /** Pixels on the long side. */
  fullSide: number;
  thumbnailSide: number;
  /** Of that process, in bytes. */
  memoryMax: number;
}

export interface Size {
  width: number;
  height: number;
}

/** What it answers. The files are `fileNames` in the folder that it was given. */
export type WorkerResult =
  | { format: RasterFormat; full: Size; thumbnail: Size }
  | {
      refused:
        | 'not-a-picture'
        | 'picture-pixels'
        | 'picture-avif-pixels'
        | 'picture-frames'
        | 'picture-broken';
    };

export const fileNames = { full: 'full.webp', thumbnail: 'thumbnail.webp' } as const;
