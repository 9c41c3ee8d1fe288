import { glyph } from './icons.ts';
import { embers, litGlyph, rays } from './light.ts';
import { paletteFor, tellingGenre } from './palettes.ts';
import { pattern } from './patterns.ts';
import { seeded } from './random.ts';
import { linear, n, picture, radial } from './svg.ts';
import { silhouette, terrainsFor } from './terrain.ts';
import { windowShape } from './windows.ts';

export type DrawnGame = { id: number; genres: readonly { slug: string }[] };

const width = 640;
const height = 360;

/**
 * The cover of a game, 16:9: its glyph before a lit window of the hall, night and a horizon
 * around it. Light, size and place of the glyph are the same on all covers.
 */
export function drawCover(game: DrawnGame, icon: string): string {
  const genre = tellingGenre(game.genres.map(({ slug }) => slug));
  const colours = paletteFor(genre, game.id);
  const random = seeded(`cover ${game.id}`);
  const [x, y] = [width / 2, 172];
  const window = windowShape(random, x, y, 140);
  const terrain = random.pick(terrainsFor(genre));

  const defs =
    linear('s', [
      [0, colours.ink],
      [0.55, colours.deep],
      [1, colours.mid],
    ]) +
    radial('l', x, y - 10, 330, [
      [0, colours.glow, 0.95],
      [0.3, colours.glow, 0.5],
      [0.62, colours.mid, 0.28],
      [1, colours.mid, 0],
    ]) +
    radial('w', x, y + 34, 190, [
      [0, colours.light],
      [0.34, colours.glow],
      [0.8, colours.mid],
      [1, colours.mid, 0.7],
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
    linear('h', [
      [0, colours.mid, 0.75],
      [0.7, colours.mid, 0.5],
      [1, colours.glow, 0.35],
    ]) +
    linear('m', [
      [0, colours.deep],
      [1, colours.ink],
    ]) +
    radial('q', x, height - 26, 190, [
      [0, colours.glow, 0.5],
      [1, colours.glow, 0],
    ]) +
    radial('v', x, y, 400, [
      [0.45, colours.ink, 0],
      [1, colours.ink, 0.85],
    ]) +
    pattern(random, colours.pale) +
    `<clipPath id="c"><path d="${window.outline(1)}"/></clipPath>` +
    `<g id="g">${glyph(icon)}</g>`;

  const far = silhouette(random.pick(['peaks', 'hills']), random, {
    width,
    height,
    top: 268,
    rise: 96,
  });
  const middle = silhouette(terrain, random, { width, height, top: 308, rise: 84 });
  const near = silhouette('hills', random, { width, height, top: 346, rise: 26 });
  const body =
    `<path fill="url(#s)" d="M0 0H${width}V${height}H0Z"/>` +
    `<path fill="url(#p)" opacity=".07" d="M0 0H${width}V${height}H0Z"/>` +
    `<path fill="url(#l)" d="M0 0H${width}V${height}H0Z"/>` +
    `<path d="${rays(random, x, y, 460)}" fill="${colours.light}" opacity=".06"/>` +
    `<path d="${window.outline(1.13)}" fill="none" stroke="${colours.light}" stroke-opacity=".3"/>` +
    `<path d="${window.outline(1)}" fill="url(#w)" opacity=".92"/>` +
    `<path d="${window.outline(1)}" fill="none" stroke="${colours.light}" stroke-width="1.5" stroke-opacity=".8"/>` +
    `<path d="${window.tracery}" fill="none" stroke="${colours.pale}" stroke-opacity=".16" clip-path="url(#c)"/>` +
    `<path d="${far}" fill="url(#h)"/>` +
    `<path d="${middle}" fill="url(#m)" stroke="${colours.glow}" stroke-opacity=".75"/>` +
    `<path fill="url(#q)" transform="translate(0 ${n((height - 26) * 0.72)}) scale(1 .28)" d="M0 0H${width}V${height * 2}H0Z"/>` +
    `<path d="${near}" fill="${colours.ink}"/>` +
    `<path fill="url(#v)" d="M0 0H${width}V${height}H0Z"/>` +
    embers(random, colours.light, { width, height, count: 24, size: 1.5 }) +
    litGlyph(x, y, 226, colours.ink);
  return picture(width, height, defs, body);
}
