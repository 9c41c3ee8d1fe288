import type { Random } from '#catalog/seeded-random.ts';
import type { Palette } from './colour-palettes.ts';
import { linear, n } from './svg-elements.ts';

/**
 * The icon lit from above: a soft shadow, a light edge and the face, drawn in this order. Uses
 * the gradients `e` (edge) and `f` (face) of the picture.
 */
export function litIcon(x: number, y: number, size: number, shadow: string): string {
  const pixel = 512 / size;
  const soft = (pixels: number, opacity: string) =>
    `<use href="#g" y="10" stroke-width="${n(pixels * pixel)}" opacity="${opacity}"/>`;
  const at = `translate(${n(x - size / 2)} ${n(y - size / 2)}) scale(${(size / 512).toFixed(4)})`;
  return (
    `<g transform="${at}"><g fill="${shadow}" stroke="${shadow}" stroke-linejoin="round">` +
    `${soft(22, '.1')}${soft(13, '.16')}${soft(6, '.34')}</g>` +
    `<use href="#g" y="13" fill="${shadow}"/><use href="#g" y="6" fill="url(#e)"/>` +
    '<use href="#g" fill="url(#f)"/></g>'
  );
}

/** The gradients that `litIcon` uses. `middle` is the place of the middle colour of the face, from 0 to 1. */
export function litIconGradients(colours: Palette, middle = 0.4): string {
  return (
    linear('f', [
      [0, '#fff'],
      [middle, colours.pale],
      [1, colours.light],
    ]) +
    linear('e', [
      [0, colours.light],
      [1, colours.glow],
    ])
  );
}

/** Beams from a point outwards, as one path. */
export function rays(random: Random, x: number, y: number, length: number): string {
  const count = Math.floor(random.between(7, 12));
  const turn = random.between(0, Math.PI);
  let d = '';
  for (let i = 0; i < count; i += 1) {
    const angle = turn + ((i + random.between(-0.2, 0.2)) * Math.PI * 2) / count;
    const half = random.between(0.04, 0.11);
    const corner = (a: number) => `${n(x + Math.cos(a) * length)} ${n(y + Math.sin(a) * length)}`;
    d += `M${n(x)} ${n(y)}L${corner(angle - half)}L${corner(angle + half)}Z`;
  }
  return d;
}

/** A disc as part of a path. */
export function dot(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;
}

type Area = { width: number; height: number; count: number; size: number };

/** Sparks that rise from the fire of the hall, denser at the bottom. */
export function embers(random: Random, colour: string, area: Area): string {
  return specks(
    random,
    colour,
    area,
    () => area.height * (0.95 - random.between(0, 1) ** 1.6 * 0.85),
  );
}

/** Stars, denser at the top. */
export function stars(random: Random, colour: string, area: Area): string {
  return specks(random, colour, area, () => random.between(0, 1) ** 1.5 * area.height);
}

/** Points of light at the heights that `height` returns. */
export function specks(random: Random, colour: string, area: Area, height: () => number): string {
  const brightness: readonly (readonly [size: number, opacity: string])[] = [
    [2, '.85'],
    [1.2, '.6'],
    [1, '.35'],
  ];
  const paths = brightness.map(() => '');
  for (let i = 0; i < area.count; i += 1) {
    // A very short stroke with round ends draws a disc with a third of the characters.
    paths[i % paths.length] +=
      `M${Math.round(random.between(0.02, 0.98) * area.width)} ${Math.round(height())}h.1`;
  }
  const groups = brightness.map(
    ([size, opacity], i) =>
      `<path d="${paths[i]}" stroke-width="${n(size * area.size)}" opacity="${opacity}"/>`,
  );
  return `<g stroke="${colour}" stroke-linecap="round" fill="none">${groups.join('')}</g>`;
}
