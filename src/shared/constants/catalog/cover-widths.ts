/** The only widths, in pixels, in which covers from other sites are served. */
export const coverWidths = [320, 640, 960, 1280, 1920] as const;
export type CoverWidth = (typeof coverWidths)[number];

const coverPattern = /^(\/pictures\/.+-)\d+(\.webp)$/;

/** The path of the same cover in its largest width. */
export function widestCover(src: string): string {
  return src.replace(coverPattern, `$1${Math.max(...coverWidths)}$2`);
}

/**
 * The `srcset` of a cover: the same picture in every width. Undefined for a bundled drawing, which is sharp
 * in any size.
 */
export function coverSrcSet(src: string | null): string | undefined {
  const match = coverPattern.exec(src ?? '');
  if (!match) return undefined;
  return coverWidths.map((width) => `${match[1]}${width}${match[2]} ${width}w`).join(', ');
}
