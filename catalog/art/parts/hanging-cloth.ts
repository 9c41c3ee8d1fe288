import { n } from './svg-elements.ts';

/** A cloth that hangs from `top` and is centred on `x`. `half` is half its width, `foot` the lower end of its sides. */
export type Cloth = { x: number; top: number; half: number; foot: number; end: End };

export type End = keyof typeof ends;

/** The outline of a cloth, smaller by `inset` pixels for hem and trim. */
export function clothPath({ x, top, half, foot, end }: Cloth, inset = 0): string {
  const [left, right] = [x - half + inset, x + half - inset];
  // Hanging cloth is slightly narrower in the middle.
  const waist = Math.round(half * 0.035);
  const bottom = foot - inset * 1.15;
  return (
    `M${n(left)} ${n(top + inset)}H${n(right)}Q${n(right - waist)} ${n((top + bottom) / 2)} ${n(right)} ${n(bottom)}` +
    `${ends[end](half - inset)}Q${n(left + waist)} ${n((top + bottom) / 2)} ${n(left)} ${n(top + inset)}Z`
  );
}

// The shapes of the lower edge, from right to left, as relative path commands.
const ends = {
  point: (h: number) => `l${n(-h)} ${n(h * 0.44)}l${n(-h)} ${n(-h * 0.44)}`,
  swallow: (h: number) =>
    `v${n(h * 0.42)}l${n(-h)} ${n(-h * 0.46)}l${n(-h)} ${n(h * 0.46)}v${n(-h * 0.42)}`,
  round: (h: number) =>
    `q${n(-h * 0.06)} ${n(h * 0.36)} ${n(-h)} ${n(h * 0.46)}q${n(-h * 0.94)} ${n(-h * 0.1)} ${n(-h)} ${n(-h * 0.46)}`,
  dags: (h: number) => {
    const dag = `l${n(-h / 3)} ${n(h * 0.24)}l${n(-h / 3)} ${n(-h * 0.24)}`;
    return `v${n(h * 0.16)}${dag}${dag}${dag}v${n(-h * 0.16)}`;
  },
  scallops: (h: number) => {
    const scallop = `a${n(h / 3)} ${n(h / 3)} 0 0 1 ${n((-2 * h) / 3)} 0`;
    return `v${n(h * 0.1)}${scallop}${scallop}${scallop}v${n(-h * 0.1)}`;
  },
};

/** The names of all shapes. */
export const endNames: readonly [End, ...End[]] = ['point', 'swallow', 'round', 'dags', 'scallops'];

/** A tall window with a pointed top, given by its centre, sill, width and height. */
export function lancet(x: number, sill: number, width: number, height: number): string {
  const half = width / 2;
  const spring = sill - height + width * 0.9;
  return (
    `M${n(x - half)} ${n(sill)}V${n(spring)}Q${n(x - half)} ${n(spring - width * 0.55)} ${n(x)} ${n(sill - height)}` +
    `Q${n(x + half)} ${n(spring - width * 0.55)} ${n(x + half)} ${n(spring)}V${n(sill)}Z`
  );
}
