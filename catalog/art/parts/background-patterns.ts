import type { Random } from '#catalog/seeded-random.ts';
import { n } from './svg-elements.ts';

// Each pattern is a tile and the path that is stroked in it. They are meant to be barely visible.
const tiles: readonly [Tile, ...Tile[]] = [
  { width: 28, height: 28, d: 'M0 28L28 0M-4 4L4-4M24 32L32 24' },
  { width: 26, height: 45, d: 'M13 0L26 7.5V22.5L13 30L0 22.5V7.5ZM13 30V45' },
  { width: 36, height: 18, d: 'M0 18A18 18 0 0 1 36 18M9 18A9 9 0 0 1 27 18' },
  { width: 30, height: 30, d: 'M0 15L15 0L30 15L15 30ZM15 11L19 15L15 19L11 15Z' },
  { width: 40, height: 20, d: 'M0 15L10 5L20 15L30 5L40 15' },
  { width: 32, height: 32, d: 'M16 11V21M11 16H21' },
  { width: 44, height: 22, d: 'M0 0H44M0 11H44M11 0V11M33 11V22' },
  { width: 40, height: 40, d: 'M20 0V40M0 20H40M20 20m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0' },
];

type Tile = { width: number; height: number; d: string };

/** A pattern for `fill="url(#p)"`; its shape, size and angle are random. */
export function pattern(random: Random, colour: string): string {
  const tile = random.pick(tiles);
  const scale = random.between(0.85, 1.25);
  const angle = random.pick([0, 0, 0, -14, 12]);
  return (
    `<pattern id="p" width="${tile.width}" height="${tile.height}" ` +
    `patternUnits="userSpaceOnUse" patternTransform="rotate(${angle}) scale(${n(scale)})">` +
    `<path d="${tile.d}" fill="none" stroke="${colour}"/></pattern>`
  );
}
