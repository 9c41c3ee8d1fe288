import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { CardIcons } from '../card-icons.ts';
import { pattern } from '../parts/background-patterns.ts';
import { frames } from '../parts/card-frames.ts';
import type { GameStyle } from '../parts/game-style.ts';
import { dot, litIcon, litIconGradients, rays } from '../parts/light-effects.ts';
import { linear, picture, radial } from '../parts/svg-elements.ts';

/** The back of all cards of a game, 3:4. It does not tell the rarity of the card. */
export function drawCardBack({ id, colours, emblem }: GameStyle, icons: CardIcons): string {
  const random = createSeededRandom(`back ${id}`);
  const frame = frames.common;
  const [x, y] = [150, 200];
  let rings = '';
  for (const r of [66, 74, 104, 108]) rings += dot(x, y, r);
  // Lozenges around the emblem, like the tracery of a rose window.
  let petals = '';
  for (let i = 0; i < 12; i += 1) {
    const angle = (i * Math.PI) / 6;
    const at = (r: number, turn = 0) =>
      `${(x + Math.cos(angle + turn) * r).toFixed(1)} ${(y + Math.sin(angle + turn) * r).toFixed(1)}`;
    petals += `M${at(76)}L${at(89, 0.13)}L${at(102)}L${at(89, -0.13)}Z`;
  }
  const corner =
    '<path id="o" d="M34 92V58q0-24 24-24h34M46 92V66q0-20 20-20h26M34 34l22 22M58 58m-7 0l7-7 7 7-7 7z"/>';
  const defs =
    linear(
      'm',
      [
        [0, colours.pale],
        [0.3, colours.glow],
        [0.55, colours.light],
        [1, colours.mid],
      ],
      'x2=".6" y2="1"',
    ) +
    radial('s', x, y, 250, [
      [0, colours.mid],
      [0.55, colours.deep],
      [1, colours.ink],
    ]) +
    radial('w', x, y - 16, 92, [
      [0, colours.glow],
      [0.7, colours.mid],
      [1, colours.dusk],
    ]) +
    litIconGradients(colours) +
    pattern(random, colours.light) +
    `<clipPath id="c"><path d="${frame(0.93)}"/></clipPath><g id="g">${icons.emblems[emblem] ?? ''}</g>`;
  const body =
    `<path d="${frame(1)}" fill="url(#m)"/><path d="${frame(0.965)}" fill="${colours.ink}" opacity=".6"/>` +
    '<g clip-path="url(#c)"><path fill="url(#s)" d="M0 0H300V400H0Z"/>' +
    '<path fill="url(#p)" opacity=".28" d="M0 0H300V400H0Z"/>' +
    `<path d="${rays(random, x, y, 300)}" fill="${colours.light}" opacity=".1"/></g>` +
    `<path d="${frame(0.93)}" fill="none" stroke="${colours.ink}" stroke-width="2.5"/>` +
    `<path d="${frame(0.86)}" fill="none" stroke="${colours.light}" stroke-opacity=".5"/>` +
    `<g fill="none" stroke="${colours.light}" stroke-width="1.5" stroke-opacity=".8">${corner}` +
    '<use href="#o" transform="matrix(-1 0 0 1 300 0)"/><use href="#o" transform="matrix(1 0 0 -1 0 400)"/>' +
    '<use href="#o" transform="matrix(-1 0 0 -1 300 400)"/></g>' +
    `<path d="${dot(x, y, 108)}" fill="${colours.ink}" opacity=".55"/>` +
    `<path d="${petals}" fill="url(#m)"/>` +
    `<path d="${dot(x, y, 66)}" fill="url(#w)"/>` +
    `<path d="${rings}" fill="none" stroke="url(#m)" stroke-width="2"/>` +
    litIcon(x, y, 88, colours.ink);
  return picture(300, 400, defs, body);
}
