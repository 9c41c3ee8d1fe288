/** Widths, in pixels, that pictures from elsewhere are made in; there are no others. */
export const pictureWidths = [320, 640, 960, 1280] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/**
 * The `srcset` that belongs to a picture's `src`: the same picture in every width that is made of it.
 * Undefined for a drawn one, which is sharp in any size.
 */
export function pictureSrcSet(src: string | null): string | undefined {
  const made = /^(\/pictures\/.+-)\d+(\.webp)$/.exec(src ?? '');
  if (!made) return undefined;
  return pictureWidths.map((width) => `${made[1]}${width}${made[2]} ${width}w`).join(', ');
}
