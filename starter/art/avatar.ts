import { glyph } from './icons.ts';
import { dot, litGlyph, rays } from './light.ts';
import { paletteOf } from './palettes.ts';
import { pattern } from './patterns.ts';
import { seeded } from './random.ts';
import { linear, picture, radial } from './svg.ts';

/** A profile picture, 256 px square; what matters lies within the circle that a page may cut. */
export function drawAvatar(icon: string, hue: number): string {
  const colours = paletteOf(hue);
  const random = seeded(`avatar ${icon}`);
  const all = 'M0 0H256V256H0Z';
  const defs =
    linear('s', [
      [0, colours.mid],
      [1, colours.ink],
    ]) +
    radial('l', 128, 112, 150, [
      [0, colours.light],
      [0.35, colours.glow],
      [0.75, colours.mid, 0.7],
      [1, colours.deep, 0],
    ]) +
    linear('f', [
      [0, '#fff'],
      [0.4, colours.pale],
      [1, colours.light],
    ]) +
    linear('e', [
      [0, colours.light],
      [1, colours.glow],
    ]) +
    pattern(random, colours.pale) +
    `<g id="g">${glyph(icon)}</g>`;
  const body =
    `<path fill="url(#s)" d="${all}"/>` +
    `<path fill="url(#l)" d="${all}"/>` +
    `<path fill="url(#p)" opacity=".12" d="${all}"/>` +
    `<path d="${rays(random, 128, 120, 200)}" fill="${colours.pale}" opacity=".08"/>` +
    `<path d="${dot(128, 128, 112)}" fill="none" stroke="${colours.light}" stroke-opacity=".35" stroke-width="2"/>` +
    litGlyph(128, 126, 150, colours.ink);
  return picture(256, 256, defs, body);
}
