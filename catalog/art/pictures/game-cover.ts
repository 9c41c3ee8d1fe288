import type { Mood } from '#catalog/game-moods.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { pattern } from '../parts/background-patterns.ts';
import { windowShape } from '../parts/building-windows.ts';
import { paletteFor, tellingGenre } from '../parts/colour-palettes.ts';
import { getIconSvg } from '../parts/icon-svg.ts';
import { litIcon, litIconGradients, rays } from '../parts/light-effects.ts';
import { linear, n, picture, radial } from '../parts/svg-elements.ts';
import { silhouette, terrainsFor } from '../parts/terrain.ts';
import { weatherOf } from '../parts/weather.ts';

/** The facts of a game from which its pictures are drawn. `icon` is the name of its icon. */
export type DrawnGame = {
  id: number;
  genres: readonly { slug: string }[];
  icon: string;
  mood: Mood;
};

const width = 640;
const height = 360;

/**
 * The cover of a game, 16:9: its icon in front of a lit window of the hall, surrounded by night
 * and a horizon. The light, size and place of the icon are the same on all covers.
 */
export function drawCover(game: DrawnGame): string {
  const genre = tellingGenre(game.genres.map(({ slug }) => slug));
  const colours = paletteFor(genre, game.mood, game.id);
  const random = createSeededRandom(`cover ${game.id}`);
  const [x, y] = [width / 2, 172];
  const window = windowShape(random, x, y, 140);
  const terrain = random.pick(terrainsFor(genre, game.mood));

  const defs =
    linear('s', [
      [0, colours.ink],
      [0.45, colours.deep],
      [0.75, colours.dusk],
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
    litIconGradients(colours) +
    linear('h', [
      [0, colours.mid, 0.8],
      [0.7, colours.dusk, 0.75],
      [1, colours.spark, 0.5],
    ]) +
    linear('m', [
      [0, colours.deep],
      [1, colours.ink],
    ]) +
    radial('q', x, height - 26, 230, [
      [0, colours.spark, 0.5],
      [1, colours.spark, 0],
    ]) +
    radial('v', x, y, 400, [
      [0.45, colours.ink, 0],
      [1, colours.ink, 0.85],
    ]) +
    pattern(random, colours.pale) +
    `<path id="n" d="${window.outline(1)}"/><clipPath id="c"><use href="#n"/></clipPath>` +
    `<g id="g">${getIconSvg(game.icon)}</g>`;

  const far = silhouette(random.pick(['peaks', 'hills']), random, {
    width,
    height,
    top: 268,
    rise: 96,
  });
  const middle = silhouette(terrain, random, { width, height, top: 308, rise: 84 });
  const near = silhouette('hills', random, { width, height, top: 346, rise: 26 });
  const weather = weatherOf(game.mood, random, colours, { width, height, horizon: 290 });
  const body =
    `<path fill="url(#s)" d="M0 0H${width}V${height}H0Z"/>` +
    `<path fill="url(#p)" opacity=".07" d="M0 0H${width}V${height}H0Z"/>` +
    `<path fill="url(#l)" d="M0 0H${width}V${height}H0Z"/>` +
    `<path d="${rays(random, x, y, 460)}" fill="${colours.light}" opacity=".06"/>` +
    weather.sky +
    `<path d="${window.outline(1.13)}" fill="none" stroke="${colours.light}" stroke-opacity=".3"/>` +
    `<use href="#n" fill="url(#w)" opacity=".92"/>` +
    `<use href="#n" fill="none" stroke="${colours.light}" stroke-width="1.5" stroke-opacity=".8"/>` +
    `<path d="${window.tracery}" fill="none" stroke="${colours.pale}" stroke-opacity=".16" clip-path="url(#c)"/>` +
    `<path d="${far}" fill="url(#h)"/>` +
    `<path d="${middle}" fill="url(#m)" stroke="${colours.spark}" stroke-opacity=".6"/>` +
    `<path fill="url(#q)" transform="translate(0 ${n((height - 26) * 0.72)}) scale(1 .28)" d="M0 0H${width}V${height * 2}H0Z"/>` +
    `<path d="${near}" fill="${colours.ink}"/>` +
    `<path fill="url(#v)" d="M0 0H${width}V${height}H0Z"/>` +
    weather.air +
    litIcon(x, y, 226, colours.ink);
  return picture(width, height, defs, body);
}
