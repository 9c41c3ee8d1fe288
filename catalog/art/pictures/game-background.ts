import type { Mood } from '#catalog/game-moods.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { paletteFor, tellingGenre } from '../parts/colour-palettes.ts';
import { getIconSvg } from '../parts/icon-svg.ts';
import { dot, stars } from '../parts/light-effects.ts';
import { linear, picture, place, radial } from '../parts/svg-elements.ts';
import { silhouette, type Terrain, terrainsFor } from '../parts/terrain.ts';
import { weatherOf } from '../parts/weather.ts';
import type { DrawnGame } from './game-cover.ts';

const width = 960;
const height = 540;

/**
 * The scene of a game, 16:9: a wide night with a large moon, and the icon as a dark landmark in
 * front of it. The upper half of one side stays empty for the text of the page.
 */
export function drawScene(game: DrawnGame): string {
  const genre = tellingGenre(game.genres.map(({ slug }) => slug));
  const colours = paletteFor(genre, game.mood, game.id);
  const random = createSeededRandom(`scene ${game.id}`);
  const x = width * random.pick([0.66, 0.7, 0.74]);
  const y = random.between(205, 225);
  const moon = random.between(128, 146);
  const terrain = random.pick(terrainsFor(genre, game.mood));
  const all = `M0 0H${width}V${height}H0Z`;

  const defs =
    linear('s', [
      [0, colours.ink],
      [0.2, colours.ink],
      [0.55, colours.deep],
      [0.78, colours.dusk],
      [1, colours.spark],
    ]) +
    radial('l', x, y, 520, [
      [0, colours.glow, 0.85],
      [0.4, colours.mid, 0.45],
      [1, colours.mid, 0],
    ]) +
    radial('w', x - moon * 0.3, y - moon * 0.35, moon * 1.7, [
      [0, colours.pale],
      [0.5, colours.light],
      [1, colours.glow],
    ]) +
    linear('a', [
      [0, colours.glow, 0.55],
      [1, colours.spark, 0.4],
    ]) +
    linear('b', [
      [0, colours.mid, 0.95],
      [1, colours.spark, 0.45],
    ]) +
    linear('m', [
      [0, colours.deep],
      [1, colours.mid],
    ]) +
    linear('k', [
      [0, colours.ink],
      [1, colours.deep],
    ]) +
    linear('v', [
      [0.75, colours.ink, 0],
      [1, colours.ink, 0.9],
    ]) +
    `<g id="g">${getIconSvg(game.icon)}</g>`;

  const layer = (kind: typeof terrain, top: number, rise: number, scale: number) =>
    silhouette(kind, random, { width, height, top, rise, scale });
  const size = moon * 1.62;
  const weather = weatherOf(game.mood, random, colours, {
    width,
    height,
    horizon: 430,
    moon: true,
  });
  const body =
    `<path fill="url(#s)" d="${all}"/>` +
    stars(random, colours.pale, { width, height: height * 0.6, count: 46, size: 1.1 }) +
    `<path fill="url(#l)" d="${all}"/>` +
    weather.sky +
    `<path d="${dot(x, y, moon * 1.22)}" fill="${colours.light}" opacity=".1"/>` +
    `<path d="${dot(x, y, moon * 1.5)}" fill="${colours.light}" opacity=".06"/>` +
    `<path d="${dot(x, y, moon)}" fill="url(#w)"/>` +
    `<path d="${layer('peaks', 400, 150, 1.5)}" fill="url(#a)"/>` +
    `<path d="${layer('hills', 436, 90, 1.5)}" fill="url(#b)"/>` +
    place(x, y + moon * 0.1, size, `fill="${colours.glow}" opacity=".5"`) +
    place(x, y + moon * 0.1 + 3, size, `fill="${colours.ink}"`) +
    `<path d="${layer(terrain, 470, 120, 1.6)}" fill="url(#m)" stroke="${colours.glow}" stroke-opacity=".5"/>` +
    `<path d="${layer(near[game.mood] ?? 'pines', 512, 60, 1.9)}" fill="url(#k)"/>` +
    `<path d="${layer('hills', 524, 26, 2)}" fill="${colours.ink}"/>` +
    `<path fill="url(#v)" d="${all}"/>` +
    weather.air;
  return picture(width, height, defs, body);
}

// The terrain in the foreground, for moods where it is not a forest.
const near: Partial<Record<Mood, Terrain>> = {
  neon: 'steps',
  cosmic: 'peaks',
  grim: 'thorns',
  war: 'ruins',
  bright: 'hills',
};
