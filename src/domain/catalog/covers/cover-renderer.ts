/**
 * Renders covers for browsers from pictures of the provider or of the bundle, without metadata. Returns
 * null for a picture that cannot be used: one that is damaged, has too many pixels, or whose content is
 * not JPEG, PNG, WebP, GIF or AVIF.
 */
export interface CoverRenderer {
  /** A WebP of 16:9, at most `width` pixels wide and never enlarged; the first frame of an animation. */
  renderForPage(picture: Uint8Array, width: number): Promise<Uint8Array | null>;
  /** A JPEG of 1200 by 630. */
  renderShareImage(picture: Uint8Array): Promise<Uint8Array | null>;
  /** A PNG of 1200 by 630 of an SVG. Only bundled SVGs may be passed, because they are trusted. */
  renderBundledShareImage(svg: Uint8Array): Promise<Uint8Array | null>;
}

/** A cache of rendered covers. Keys are 64 hexadecimal digits; the least recently used are removed. */
export interface CoverCache {
  /** Whether a cover is cached. Does not count as a use. */
  has(key: string): Promise<boolean>;
  /** Null for a cover that is not cached or cannot be read. */
  read(key: string): Promise<Uint8Array | null>;
  /** Never rejects: a cover that cannot be cached is rendered again later. */
  write(key: string, picture: Uint8Array): Promise<void>;
}

/** The bundled pictures. */
export interface BundledCovers {
  /** The SVG of a path such as /art/covers/25-65726941.svg; null if there is no such picture. */
  read(path: string): Promise<Uint8Array | null>;
}
