import type { Rarity } from '../card-sets.ts';
import { n, path } from './svg.ts';

type Frame = (share: number) => string;
type Gem = (x: number, y: number, r: number) => string;

/** Outline of a card of 300 by 400 for each rarity, at a share of the size. */
export const frames: Readonly<Record<Rarity, Frame>> = {
  common: (share) => around(share, 18, (r) => `a${r} ${r} 0 0 1`),
  uncommon: (share) => around(share, 30, () => 'l'),
  rare: (share) => around(share, 36, (r) => `a${r} ${r} 0 0 0`),
  epic: (share) =>
    outline(share, [
      [-138, -160],
      [-52, -160],
      [0, -192],
      [52, -160],
      [138, -160],
      [138, 148],
      [104, 182],
      [52, 172],
      [0, 194],
      [-52, 172],
      [-104, 182],
      [-138, 148],
    ]),
  legendary: (share) =>
    outline(share, [
      [-140, -128],
      [-124, -176],
      [-84, -152],
      [-50, -186],
      [-26, -164],
      [0, -198],
      [26, -164],
      [50, -186],
      [84, -152],
      [124, -176],
      [140, -128],
      [128, -60],
      [142, 0],
      [128, 60],
      [140, 140],
      [92, 172],
      [44, 166],
      [0, 198],
      [-44, 166],
      [-92, 172],
      [-140, 140],
      [-128, 60],
      [-142, 0],
      [-128, -60],
    ]),
};

/** The gem of each rarity: a disc, a triangle, a diamond, a hexagon, a star. */
export const gems: Readonly<Record<Rarity, Gem>> = {
  common: (x, y, r) => ring(x, y, r * 0.8, 24),
  uncommon: (x, y, r) => ring(x, y + r * 0.12, r * 1.05, 3),
  rare: (x, y, r) => ring(x, y, r, 4),
  epic: (x, y, r) => ring(x, y, r, 6),
  legendary: (x, y, r) => ring(x, y, r * 1.15, 10, 0.5),
};

/** A rectangle whose corners are made by a command of SVG's paths. */
function around(share: number, radius: number, corner: (r: number) => string): string {
  const [w, h] = half(share);
  const r = radius * share;
  const [left, right, top, bottom] = [150 - w, 150 + w, 200 - h, 200 + h];
  const turn = corner(r);
  return (
    `M${n(left + r)} ${n(top)}H${n(right - r)}${turn} ${n(r)} ${n(r)}V${n(bottom - r)}` +
    `${turn} ${n(-r)} ${n(r)}H${n(left + r)}${turn} ${n(-r)} ${n(-r)}V${n(top + r)}${turn} ${n(r)} ${n(-r)}Z`
  );
}

function outline(share: number, points: readonly (readonly [number, number])[]): string {
  const [w, h] = half(share);
  return `${path(points.map(([x, y]) => [150 + (x * w) / 142, 200 + (y * h) / 194]))}Z`;
}

/** Half width and height; both lose the same number of pixels, so that a rim is even. */
function half(share: number): [number, number] {
  const rim = (1 - share) * 150;
  return [142 - rim, 192 - rim];
}

/** A regular shape with a corner on top; every other corner may be drawn in to make a star. */
function ring(x: number, y: number, r: number, corners: number, inner = 1): string {
  const points: [number, number][] = [];
  for (let i = 0; i < corners; i += 1) {
    const angle = (i * 2 * Math.PI) / corners - Math.PI / 2;
    const reach = i % 2 === 0 ? r : r * inner;
    points.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
  }
  return `${path(points)}Z`;
}
