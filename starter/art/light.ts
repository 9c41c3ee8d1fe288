import type { Random } from './random.ts';
import { n, place } from './svg.ts';

/**
 * The glyph as if lit from above: a soft shadow, an edge of light below, then its face.
 * Uses the gradients `e` (edge) and `f` (face) of the picture.
 */
export function litGlyph(x: number, y: number, size: number, shadow: string): string {
  const soft = (pixels: number, opacity: number) =>
    place(
      x,
      y + size * 0.02,
      size,
      `fill="${shadow}" stroke="${shadow}" stroke-width="${n((pixels * 512) / size)}" ` +
        `stroke-linejoin="round" opacity="${opacity}"`,
    );
  return (
    soft(22, 0.1) +
    soft(13, 0.16) +
    soft(6, 0.34) +
    place(x, y + size * 0.026, size, `fill="${shadow}"`) +
    place(x, y + size * 0.011, size, 'fill="url(#e)"') +
    place(x, y, size, 'fill="url(#f)"')
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

/** Sparks that rise from the hall's fire, denser below. */
export function embers(random: Random, colour: string, area: Area): string {
  return specks(
    random,
    colour,
    area,
    () => area.height * (0.95 - random.between(0, 1) ** 1.6 * 0.85),
  );
}

/** Stars, denser above. */
export function stars(random: Random, colour: string, area: Area): string {
  return specks(random, colour, area, () => random.between(0, 1) ** 1.5 * area.height);
}

function specks(random: Random, colour: string, area: Area, height: () => number): string {
  const brightness: readonly (readonly [size: number, opacity: number])[] = [
    [2, 0.85],
    [1.2, 0.6],
    [1, 0.35],
  ];
  const paths = brightness.map(() => '');
  for (let i = 0; i < area.count; i += 1) {
    // A stroke of almost no length with round ends is a disc in a third of the characters.
    paths[i % paths.length] += `M${n(random.between(0.02, 0.98) * area.width)} ${n(height())}h.1`;
  }
  const groups = brightness.map(
    ([size, opacity], i) =>
      `<path d="${paths[i]}" stroke-width="${n(size * area.size)}" opacity="${opacity}"/>`,
  );
  return `<g stroke="${colour}" stroke-linecap="round" fill="none">${groups.join('')}</g>`;
}
