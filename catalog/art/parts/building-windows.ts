import type { Random } from '#catalog/seeded-random.ts';
import { n, path } from './svg-elements.ts';

type Outline = (x: number, y: number, r: number) => string;

// The outlines of the hall's windows, all of about the same size around a point.
const outlines: readonly [Outline, ...Outline[]] = [
  (x, y, r) =>
    `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`,
  (x, y, r) =>
    `M${n(x - r * 0.86)} ${n(y + r * 2)}V${n(y - r * 0.1)}A${n(r * 0.86)} ${n(r * 0.86)} 0 0 1 ${n(x + r * 0.86)} ${n(y - r * 0.1)}V${n(y + r * 2)}Z`,
  (x, y, r) =>
    `M${n(x - r * 0.9)} ${n(y + r * 2)}V${n(y + r * 0.05)}Q${n(x - r * 0.86)} ${n(y - r * 0.75)} ${n(x)} ${n(y - r * 1.12)}Q${n(x + r * 0.86)} ${n(y - r * 0.75)} ${n(x + r * 0.9)} ${n(y + r * 0.05)}V${n(y + r * 2)}Z`,
  (x, y, r) => polygon(x, y, r * 1.06, 8, Math.PI / 8),
  (x, y, r) => polygon(x, y, r * 1.1, 6, Math.PI / 6),
  (x, y, r) => polygon(x, y, r * 1.2, 4, 0),
];

/** A random outline, and the bars of its glass, which have to be clipped by the outline. */
export function windowShape(random: Random, x: number, y: number, r: number) {
  const outline = random.pick(outlines);
  const spokes = random.pick([6, 8, 12]);
  let tracery = '';
  for (let i = 0; i < spokes; i += 1) {
    const angle = ((i + 0.5) * 2 * Math.PI) / spokes;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    tracery += `M${n(x + dx * r * 0.3)} ${n(y + dy * r * 0.3)}L${n(x + dx * r * 2.4)} ${n(y + dy * r * 2.4)}`;
  }
  return {
    /** The path of the outline, scaled by a factor. */
    outline: (share: number) => outline(x, y, r * share),
    tracery: tracery + outline(x, y, r * 0.84) + outline(x, y, r * 0.62),
  };
}

function polygon(x: number, y: number, r: number, corners: number, turn: number): string {
  const points: [number, number][] = [];
  for (let i = 0; i < corners; i += 1) {
    const angle = turn + (i * 2 * Math.PI) / corners;
    points.push([x + Math.cos(angle) * r, y + Math.sin(angle) * r]);
  }
  return `${path(points)}Z`;
}
