import { createSeededRandom } from '#catalog/seeded-random.ts';
import { paletteOf } from '../parts/colour-palettes.ts';
import { hallBody, hallDefs } from '../parts/guild-hall-building.ts';
import { dot, embers, rays, stars } from '../parts/light-effects.ts';
import { linear, picture, radial } from '../parts/svg-elements.ts';
import { silhouette, type Terrain } from '../parts/terrain.ts';

const width = 2400;
const height = 800;

/**
 * The banner of the shop, 3:1: the hall of the guild at night with lit fires. The left half is
 * empty sky for the text of the page. The hall stays visible when the sides are cropped.
 */
export function drawBanner(): string {
  const { defs, body } = bannerArt();
  return picture(width, height, defs, body);
}

/** The gradients and shapes of the banner, 2400 by 800, for pictures that show a part of it. */
export function bannerArt(): { defs: string; body: string } {
  const ember = paletteOf(62, 1.05);
  const night = paletteOf(266, 0.85);
  const verdigris = paletteOf(185, 0.7);
  const random = createSeededRandom('banner');
  const [x, y] = [1590, 330];
  const ringsOfLight = [300, 380, 470].map((r) => dot(x, y + 60, r)).join('');
  let lamps = '';
  for (let at = 40; at < 1120; at += random.between(40, 110)) {
    lamps += `M${Math.round(at)} ${Math.round(random.between(672, 690))}v8`;
  }
  const all = `M0 0H${width}V${height}H0Z`;
  const layer = (terrain: Terrain, top: number, rise: number, scale: number) =>
    silhouette(terrain, random, { width, height, top, rise, scale });

  const defs =
    linear('s', [
      [0, night.ink],
      [0.35, night.deep],
      [0.72, night.mid],
      [1, verdigris.mid],
    ]) +
    radial('l', x, y + 150, 980, [
      [0, ember.light, 0.6],
      [0.22, ember.glow, 0.42],
      [0.55, ember.mid, 0.3],
      [1, ember.mid, 0],
    ]) +
    radial('w', x - 352, 128, 110, [
      [0, '#fff'],
      [0.55, ember.pale],
      [1, ember.light],
    ]) +
    radial('u', 520, 900, 900, [
      [0, verdigris.glow, 0.4],
      [1, verdigris.mid, 0],
    ]) +
    linear('a', [
      [0, night.mid],
      [1, ember.mid, 0.8],
    ]) +
    linear('b', [
      [0, night.deep],
      [1, night.mid],
    ]) +
    linear('m', [
      [0, night.ink],
      [1, night.deep],
    ]) +
    linear('v', [
      [0.84, night.ink, 0],
      [1, night.ink, 0.85],
    ]) +
    hallDefs(ember, night);
  const body =
    `<path fill="url(#s)" d="${all}"/>` +
    `<path fill="url(#u)" d="${all}"/>` +
    stars(random, night.pale, { width, height: 520, count: 170, size: 1.8 }) +
    `<path d="${rays(random, x, y, 2600)}" fill="${ember.light}" opacity=".05"/>` +
    `<path fill="url(#l)" d="${all}"/>` +
    `<path d="${dot(x - 330, 150, 118)}" fill="${night.pale}" opacity=".05"/>` +
    `<path d="${dot(x - 330, 150, 92)}" fill="${night.pale}" opacity=".08"/>` +
    `<path d="${dot(x - 330, 150, 66)}" fill="url(#w)"/>` +
    `<path d="${ringsOfLight}" fill="none" stroke="${ember.light}" stroke-opacity=".16" stroke-width="2"/>` +
    `<path d="${layer('peaks', 590, 240, 2.6)}" fill="url(#a)" opacity=".75"/>` +
    `<path d="${layer('peaks', 640, 170, 2.4)}" fill="url(#b)" opacity=".85"/>` +
    `<path d="${layer('towers', 676, 90, 2.2)}" fill="url(#m)" opacity=".9"/>` +
    `<path d="${lamps}" stroke="${ember.light}" stroke-width="5" opacity=".85"/>` +
    hallBody(x, 690, ember, night) +
    `<path d="${layer('pines', 752, 92, 2.6)}" fill="${night.ink}"/>` +
    `<path d="${layer('hills', 790, 60, 3)}" fill="${night.ink}"/>` +
    `<path fill="url(#v)" d="${all}"/>` +
    embers(random, ember.light, { width, height, count: 60, size: 2.6 });
  return { defs, body };
}
