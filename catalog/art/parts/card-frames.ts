import type { Rarity } from '#catalog/card-sets.ts';
import { n, path } from './svg-elements.ts';

type Frame = (share: number) => string;
type Gem = (x: number, y: number, r: number) => string;

/** The outline of a card of 300 by 400 for each rarity, scaled by a factor. */
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
  // A crown at the top, a point at the bottom, notches at the sides.
  legendary: (share) => {
    const [w, h] = half(share);
    const p = (x: number, y: number) => `${n(150 + (x * w) / 142)} ${n(200 + (y * h) / 194)}`;
    return (
      `M${p(-142, -132)}Q${p(-112, -132)} ${p(-112, -164)}L${p(-68, -164)}` +
      `Q${p(-52, -166)} ${p(-46, -186)}Q${p(-38, -168)} ${p(-26, -168)}` +
      `Q${p(-8, -170)} ${p(0, -200)}Q${p(8, -170)} ${p(26, -168)}` +
      `Q${p(38, -168)} ${p(46, -186)}Q${p(52, -166)} ${p(68, -164)}` +
      `L${p(112, -164)}Q${p(112, -132)} ${p(142, -132)}L${p(142, -18)}L${p(133, 0)}` +
      `L${p(142, 18)}L${p(142, 132)}Q${p(112, 132)} ${p(112, 164)}L${p(62, 164)}` +
      `Q${p(18, 166)} ${p(0, 196)}Q${p(-18, 166)} ${p(-62, 164)}L${p(-112, 164)}` +
      `Q${p(-112, 132)} ${p(-142, 132)}L${p(-142, 18)}L${p(-133, 0)}L${p(-142, -18)}Z`
    );
  },
};

/** The gem of each rarity: a disc, a triangle, a diamond, a hexagon, a star. */
export const gems: Readonly<Record<Rarity, Gem>> = {
  common: (x, y, r) => ring(x, y, r * 0.8, 24),
  uncommon: (x, y, r) => ring(x, y + r * 0.12, r * 1.05, 3),
  rare: (x, y, r) => ring(x, y, r, 4),
  epic: (x, y, r) => ring(x, y, r, 6),
  legendary: (x, y, r) => ring(x, y, r * 1.15, 10, 0.5),
};

/** A rectangle; `corner` returns the path command of a corner. */
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

/** Half the width and height. Both shrink by the same number of pixels, so that a rim is even. */
function half(share: number): [number, number] {
  const rim = (1 - share) * 150;
  return [142 - rim, 192 - rim];
}

/** A regular polygon with a corner at the top. With `inner` below 1 it becomes a star. */
function ring(x: number, y: number, r: number, corners: number, inner = 1): string {
  const points: [number, number][] = [];
  for (let i = 0; i < corners; i += 1) {
    const angle = (i * 2 * Math.PI) / corners - Math.PI / 2;
    const reach = i % 2 === 0 ? r : r * inner;
    points.push([x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]);
  }
  return `${path(points)}Z`;
}
