import { paletteOf } from '../parts/colour-palettes.ts';
import { linear, picture } from '../parts/svg-elements.ts';

/** The favicon: the lit gate of the hall. Nothing in it is thinner than two pixels. */
export function drawFavicon(): string {
  const { defs, body } = markArt('');
  return picture(32, 32, defs, body);
}

/** The logo of Guildhall in a square of 32. `prefix` makes its ids unique in the page. */
export function markArt(prefix: string): { defs: string; body: string } {
  const ember = paletteOf(62, 1.05);
  const night = paletteOf(266, 0.85);
  const defs =
    linear(`${prefix}s`, [
      [0, night.mid],
      [1, night.ink],
    ]) +
    linear(`${prefix}w`, [
      [0, ember.pale],
      [0.55, ember.light],
      [1, ember.glow],
    ]);
  const body =
    `<rect width="32" height="32" rx="8" fill="url(#${prefix}s)"/>` +
    `<path fill="url(#${prefix}w)" d="M7 26V14.5Q7 7.5 16 4Q25 7.5 25 14.5V26Z"/>` +
    `<path fill="${night.ink}" d="M11 26V17Q11 13 16 11Q21 13 21 17V26H17V19H15V26Z"/>`;
  return { defs, body };
}
