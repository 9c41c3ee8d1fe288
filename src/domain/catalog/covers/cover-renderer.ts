/**
 * Makes pictures that browsers may have out of what others drew or sent. All metadata (places, cameras,
 * profiles) is dropped. Null is for what is no picture that may be used: not JPEG, PNG, WebP, GIF or
 * AVIF by its content, damaged, or too many pixels.
 */
export interface CoverRenderer {
  /** A WebP of 16:9, at most `width` pixels wide and never enlarged; the first frame of a moving one. */
  forPage(picture: Uint8Array, width: number): Promise<Uint8Array | null>;
  /** A JPEG of 1200 by 630. */
  forSharing(picture: Uint8Array): Promise<Uint8Array | null>;
  /** A PNG of 1200 by 630 of an SVG, which must be our own: it is trusted. */
  drawnForSharing(svg: Uint8Array): Promise<Uint8Array | null>;
}

/** Keeps made pictures by keys of 64 hexadecimal digits; forgets the least recently used ones. */
export interface CoverCache {
  /** Whether a picture is kept; that is no use of it. */
  has(key: string): Promise<boolean>;
  /** Null for what is not kept, also where keeping has trouble. */
  read(key: string): Promise<Uint8Array | null>;
  /** Never rejects: what cannot be kept is made again. */
  write(key: string, picture: Uint8Array): Promise<void>;
}

/** Our own drawn pictures. */
export interface BundledCovers {
  /** The SVG of a path such as /art/covers/25-65726941.svg; null for what is none of them. */
  read(path: string): Promise<Uint8Array | null>;
}
