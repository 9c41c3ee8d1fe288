/** Widths, in pixels, that pictures from elsewhere are made in; there are no others. */
export const coverWidths = [320, 640, 960, 1280, 1920] as const;
export type CoverWidth = (typeof coverWidths)[number];

const madeForm = /^(\/pictures\/.+-)\d+(\.webp)$/;

/** The same picture as `src` in the largest form that it is made in. */
export function widestCover(src: string): string {
  return src.replace(madeForm, `$1${Math.max(...coverWidths)}$2`);
}

/**
 * The `srcset` that belongs to a picture's `src`: the same picture in every width that is made of it.
 * Undefined for a drawn one, which is sharp in any size.
 */
export function coverSrcSet(src: string | null): string | undefined {
  const made = madeForm.exec(src ?? '');
  if (!made) return undefined;
  return coverWidths.map((width) => `${made[1]}${width}${made[2]} ${width}w`).join(', ');
}
