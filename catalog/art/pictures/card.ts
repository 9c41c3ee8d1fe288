import type { Card, Rarity } from '#catalog/card-sets.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { pattern } from '../parts/background-patterns.ts';
import { frames, gems } from '../parts/card-frames.ts';
import { paletteOf } from '../parts/colour-palettes.ts';
import { getIconSvg } from '../parts/icon-svg.ts';
import { dot, embers, litIcon, rays } from '../parts/light-effects.ts';
import { hex } from '../parts/oklch-colour.ts';
import { linear, picture, radial } from '../parts/svg-elements.ts';

const width = 300;
const height = 400;

// The hues of the five rarities in the whole application: slate, green, blue, violet, gold.
const tones: Readonly<Record<Rarity, readonly [hue: number, strength: number]>> = {
  common: [250, 0.28],
  uncommon: [152, 0.95],
  rare: [248, 1.15],
  epic: [302, 1.2],
  legendary: [82, 1.1],
};

/** The picture of a card, 3:4. The colour, outline and gem of the frame each show the rarity. */
export function drawCard(card: Card): string {
  const [hue, strength] = tones[card.rarity];
  const colours = paletteOf(hue, strength);
  // Gold has the strongest contrast to the blue night, so the rarest cards have that background.
  const ground = card.rarity === 'legendary' ? paletteOf(278, 0.9) : colours;
  const random = createSeededRandom(`card ${card.id}`);
  const frame = frames[card.rarity];
  const rank = Object.keys(tones).indexOf(card.rarity);
  const [x, y] = [150, 176];

  const defs =
    linear(
      'm',
      [
        [0, colours.pale],
        [0.18, colours.light],
        [0.45, colours.glow],
        [0.62, colours.light],
        [1, card.rarity === 'legendary' ? colours.glow : colours.mid],
      ],
      'x2=".6" y2="1"',
    ) +
    linear('s', [
      [0, ground.ink],
      [0.6, ground.deep],
      [1, ground.mid],
    ]) +
    radial('l', x, y, 190, [
      [0, colours.light, 0.95],
      [0.3, colours.glow, 0.75],
      [0.7, ground.mid, 0.35],
      [1, ground.mid, 0],
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
    linear('k', [
      [0, colours.ink, 0],
      [1, colours.ink, 0.92],
    ]) +
    pattern(random, colours.pale) +
    `<clipPath id="c"><path d="${frame(0.93)}"/></clipPath><g id="g">${getIconSvg(card.icon)}</g>`;

  const art =
    `<path fill="url(#s)" d="M0 0H300V400H0Z"/>` +
    `<path fill="url(#p)" opacity=".1" d="M0 0H300V400H0Z"/>` +
    `<path fill="url(#l)" d="M0 0H300V400H0Z"/>` +
    `<path d="${rays(random, x, y, 300)}" fill="${colours.pale}" opacity="${(0.04 + rank * 0.035).toFixed(2)}"/>` +
    halo(rank, x, y, colours.light) +
    `<path fill="url(#k)" d="M0 270H300V400H0Z"/>` +
    embers(random, colours.light, { width, height, count: 8 + rank * 8, size: 1.4 });
  const body =
    `<path d="${frame(1)}" fill="url(#m)"/>` +
    `<path d="${frame(0.965)}" fill="${colours.ink}" opacity=".55"/>` +
    `<g clip-path="url(#c)">${art}</g>` +
    `<path d="${frame(0.93)}" fill="none" stroke="${hex([0.14, 0.02, hue])}" stroke-width="2.5"/>` +
    `<path d="${frame(0.895)}" fill="none" stroke="${colours.light}" stroke-opacity=".4"/>` +
    litIcon(x, y, 164, colours.ink) +
    seal(card.rarity, rank, colours);
  return picture(width, height, defs, body);
}

/** Rings of light behind the icon, one more for each step of rarity. */
function halo(rank: number, x: number, y: number, colour: string): string {
  let d = '';
  for (let i = 0; i <= rank; i += 1) d += dot(x, y, 98 + i * 9);
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity=".4"/>`;
}

/** The gem at the foot, with one dot on each side for each step of rarity. */
function seal(rarity: Rarity, rank: number, colours: ReturnType<typeof paletteOf>): string {
  const [x, y] = [150, 338];
  let pips = '';
  for (let i = 0; i < rank; i += 1) {
    pips += dot(x - 36 - i * 13, y, 3) + dot(x + 36 + i * 13, y, 3);
  }
  const gem = gems[rarity];
  return (
    `<path d="${gem(x, y, 25)}" fill="${colours.ink}" stroke="url(#m)" stroke-width="3"/>` +
    `<path d="${gem(x, y, 16)}" fill="url(#m)"/>` +
    `<path d="${gem(x - 2, y - 3, 7)}" fill="#fff" opacity=".75"/>` +
    `<path d="${pips}" fill="${colours.light}"/>`
  );
}
