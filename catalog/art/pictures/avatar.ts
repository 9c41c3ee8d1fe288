import { createSeededRandom, type Random } from '#catalog/seeded-random.ts';
import { type Dress, dressed } from '../parts/avatar-clothes.ts';
import { type Palette, paletteOf } from '../parts/colour-palettes.ts';
import { lancet } from '../parts/hanging-cloth.ts';
import { getIconSvg } from '../parts/icon-svg.ts';
import { dot, litIcon, litIconGradients, rays, stars } from '../parts/light-effects.ts';
import { linear, picture, place, radial } from '../parts/svg-elements.ts';
import { silhouette } from '../parts/terrain.ts';

export type Avatar = {
  icon: string;
  /** The hue of the light in degrees, and the difference to the hue of the dress. */
  hue: number;
  turn: number;
  dress: Dress;
  motif: Motif;
  /** The centre and size of the icon. */
  at: readonly [x: number, y: number, size: number];
};

export type Motif = keyof typeof motifs;

const size = 256;
const all = 'M0 0H256V256H0Z';

/** A profile picture, 256 px square. The important parts lie inside the circle to which pages crop it. */
export function drawAvatar(avatar: Avatar): string {
  const { hue, turn } = avatar;
  const [x, y, wide] = avatar.at;
  const colours = paletteOf(hue, 1.05, { turn });
  const random = createSeededRandom(`avatar ${avatar.icon}`);
  const defs =
    linear('s', [
      [0, colours.deep],
      [0.7, colours.mid],
      [1, colours.dusk],
    ]) +
    radial('l', 128, 104, 140, [
      [0, colours.glow, 0.9],
      [0.5, colours.mid, 0.5],
      [1, colours.mid, 0],
    ]) +
    litIconGradients(colours, 0.5) +
    linear(
      'r',
      [
        [0, colours.pale],
        [0.35, colours.light],
        [0.6, colours.glow],
        [1, colours.spark],
      ],
      'x2=".7" y2="1"',
    ) +
    radial('v', 128, 118, 150, [
      [0.6, colours.ink, 0],
      [1, colours.ink, 0.9],
    ]) +
    `<clipPath id="c"><path d="${dot(128, 128, 117)}"/></clipPath><g id="g">${getIconSvg(avatar.icon)}</g>`;
  const body =
    // Outside the circle the picture is transparent, for dark and light pages.
    `<g clip-path="url(#c)"><path d="${all}" fill="url(#s)"/><path d="${all}" fill="url(#l)"/>` +
    motifs[avatar.motif](random, colours) +
    `<path d="${all}" fill="url(#v)"/>` +
    litIcon(x, y, wide, colours.ink) +
    // The rim light of a moon behind the left shoulder.
    place(x - 2.5, y - 1.5, wide, `fill="${colours.spark}" opacity=".9"`) +
    place(x, y, wide, 'fill="url(#f)"') +
    `${dressed(avatar.dress, colours)}</g>` +
    `<path d="${dot(128, 128, 119)}" fill="none" stroke="${colours.ink}" stroke-width="13"/>` +
    `<path d="${dot(128, 128, 120)}" fill="none" stroke="url(#r)" stroke-width="7"/>`;
  return picture(size, size, defs, body);
}

/** The backgrounds behind the head: large and simple shapes, because the picture is also shown at 32 pixels. */
const motifs = {
  moon: (random: Random, colours: Palette) =>
    stars(random, colours.pale, { width: size, height: 150, count: 24, size: 1.6 }) +
    `<path d="${dot(138, 98, 92)}" fill="${colours.spark}" opacity=".25"/>` +
    `<path d="${dot(138, 98, 76)}" fill="${colours.spark}" opacity=".5"/>`,
  sun: (random: Random, colours: Palette) =>
    `<path d="${rays(random, 128, 104, 200)}" fill="${colours.light}" opacity=".35"/>` +
    `<path d="${dot(128, 104, 80)}" fill="${colours.glow}" opacity=".8"/>`,
  window: (_: Random, colours: Palette) =>
    `<path d="${lancet(128, 240, 164, 226)}" fill="${colours.glow}" opacity=".75"/>` +
    `<path d="${lancet(128, 240, 164, 226)}M128 14V240M46 96H210M46 160H210" fill="none" stroke="${colours.deep}" stroke-width="5" opacity=".75"/>`,
  pines: (random: Random, colours: Palette) =>
    `<path d="${dot(128, 92, 70)}" fill="${colours.spark}" opacity=".4"/>` +
    wood(random, 'pines', 190, 120, 3.4, colours.mid) +
    wood(random, 'pines', 236, 90, 3, colours.deep),
  peaks: (random: Random, colours: Palette) =>
    wood(random, 'peaks', 190, 150, 1.6, colours.glow) +
    wood(random, 'peaks', 226, 110, 1.4, colours.deep),
  waves: (_: Random, colours: Palette) =>
    [70, 112, 154, 196]
      .map(
        (y, i) =>
          `<path d="M${-20 - i * 14} ${y}q20-26 40 0t40 0t40 0t40 0t40 0t40 0t40 0t40 0V256H-40Z" fill="${colours.spark}" opacity=".16"/>`,
      )
      .join(''),
  stars: (random: Random, colours: Palette) =>
    `<path d="${dot(128, 104, 84)}" fill="none" stroke="${colours.spark}" stroke-width="3" opacity=".7"/>` +
    stars(random, colours.pale, { width: size, height: 200, count: 54, size: 2.2 }),
};

function wood(
  random: Random,
  kind: 'pines' | 'peaks',
  top: number,
  rise: number,
  scale: number,
  colour: string,
): string {
  const d = silhouette(kind, random, { width: size, height: size, top, rise, scale });
  return `<path d="${d}" fill="${colour}" opacity=".8"/>`;
}
