import type { Random } from '#catalog/seeded-random.ts';
import type { Palette } from './colour-palettes.ts';
import { lancet } from './hanging-cloth.ts';
import { dot, rays } from './light-effects.ts';
import { n, path } from './svg-elements.ts';

type Draw = (random: Random, colours: Palette, x: number, y: number) => string;

export type Backdrop = keyof typeof backdrops;

/** What is behind the icon of a card. Uses the gradient `w` (disc of light) of the picture. */
export function drawBackdrop(name: Backdrop, ...args: Parameters<Draw>): string {
  return backdrops[name](...args);
}

const backdrops = {
  sun: (random, colours, x, y) =>
    `<path d="${rays(random, x, y, 300)}" fill="${colours.light}" opacity=".2"/>` +
    disc(colours, x, y),
  moon: (random, colours, x, y) => {
    const crater = () =>
      dot(x + random.between(-60, 60), y + random.between(-70, 20), random.between(6, 15));
    return (
      disc(colours, x, y - 14) +
      `<path d="${crater()}${crater()}${crater()}" fill="${colours.glow}" opacity=".28"/>`
    );
  },
  rings: (_random, colours, x, y) => {
    let d = '';
    for (const r of [34, 64, 94, 124]) d += dot(x, y, r);
    return (
      glow(colours, x, y, 112) +
      `<path d="${d}" fill="none" stroke="${colours.light}" stroke-width="5" opacity=".36"/>` +
      `<path d="M${x - 146} ${y}H${x + 146}M${x} ${y - 146}V${y + 146}" stroke="${colours.light}" stroke-width="1.5" opacity=".4"/>`
    );
  },
  burst: (random, colours, x, y) =>
    glow(colours, x, y, 126) +
    `<path d="${star(random, x, y, 146, 98)}" fill="${colours.glow}" opacity=".6"/>` +
    `<path d="${star(random, x, y, 114, 78)}" fill="url(#w)" opacity=".95"/>`,
  clouds: (random, colours, x, y) => {
    let d = '';
    for (const [dx, dy, s] of cloudPlaces) {
      d += cloud(x + dx + random.between(-14, 14), y + dy, s * random.between(0.85, 1.15));
    }
    return (
      glow(colours, x, y, 112) +
      `<path d="${d}" fill="${colours.light}" opacity=".3"/>` +
      `<path d="${cloud(x - 4, y + 62, 3.1)}" fill="${colours.glow}" opacity=".45"/>`
    );
  },
  window: (_random, colours, x, y) => {
    const sill = y + 78;
    return (
      glow(colours, x, y - 10, 120) +
      `<path d="${lancet(x, sill, 178, 232)}" fill="${colours.ink}" opacity=".55"/>` +
      `<path d="${lancet(x, sill, 164, 218)}" fill="url(#w)"/>` +
      `<path d="M${x} ${sill}V${y - 136}M${x - 82} ${y - 6}H${x + 82}" stroke="${colours.ink}" stroke-width="4" opacity=".4"/>` +
      `<path d="M${x - 100} ${sill}h200v10h-200z" fill="${colours.mid}" stroke="${colours.light}" stroke-opacity=".5"/>`
    );
  },
  corridor: (_random, colours, x, y) => {
    const [half, top, foot] = [58, y - 74, y + 62];
    let lines = '';
    for (const reach of [0.35, 0.8, 1.5]) {
      const [w, h] = [half * (1 + reach), 68 * (1 + reach * 1.1)];
      lines += `M${n(x - w)} ${n(y - 6 - h)}h${n(2 * w)}v${n(2 * h)}h${n(-2 * w)}z`;
    }
    return (
      `<path d="M${x - half} ${top}L0 0H300L${x + half} ${top}Z" fill="${colours.ink}" opacity=".5"/>` +
      `<path d="M${x - half} ${foot}L-20 400H320L${x + half} ${foot}Z" fill="${colours.glow}" opacity=".5"/>` +
      `<path d="M${x - half} ${top}L0 0V400L${x - half} ${foot}ZM${x + half} ${top}L300 0V400L${x + half} ${foot}Z" fill="${colours.deep}" opacity=".72"/>` +
      `<path d="${lines}" fill="none" stroke="${colours.light}" opacity=".3"/>` +
      `<path d="M${x - half} ${top}h${2 * half}V${foot}h${-2 * half}z" fill="url(#w)"/>`
    );
  },
  throne: (random, colours, x, y) => {
    const pillar = (at: number) =>
      `M${at - 15} 40h30v250h-30zM${at - 21} 40h42v14h-42zM${at - 21} 276h42v16h-42z`;
    return (
      `<path d="${rays(random, x, y, 320)}${rays(random, x, y, 320)}" fill="${colours.light}" opacity=".2"/>` +
      `<path d="${pillar(44)}${pillar(256)}" fill="${colours.mid}" stroke="${colours.light}" stroke-opacity=".4"/>` +
      `<path d="M112 0h76l40 290H72z" fill="${colours.pale}" opacity=".15"/>` +
      disc(colours, x, y) +
      `<path d="M92 ${y + 86}h116l10 14H82zM70 ${y + 104}h160l10 16H60z" fill="${colours.mid}" stroke="${colours.light}" stroke-opacity=".6"/>` +
      `<path d="M98 ${y + 86}q-10-26 12-24q40 8 80 0q22-2 12 24z" fill="${colours.dusk}" stroke="${colours.spark}"/>`
    );
  },
  shaft: (_random, colours, x, y) =>
    `<path d="M${x - 30} 0h60l74 300H${x - 104}z" fill="${colours.pale}" opacity=".16"/>` +
    `<path d="M${x - 14} 0h28l44 300H${x - 58}z" fill="${colours.pale}" opacity=".16"/>` +
    `<ellipse cx="${x}" cy="296" rx="104" ry="16" fill="${colours.light}" opacity=".4"/>` +
    glow(colours, x, y, 104),
  waves: (random, colours, x, y) => {
    let d = '';
    for (let row = 0; row < 6; row += 1) {
      const at = y + 70 + row * 20;
      for (let i = 0; i < 4; i += 1) {
        d += `M${n(random.between(10, 260))} ${n(at + random.between(-5, 5))}q9-6 18 0t18 0`;
      }
    }
    return (
      disc(colours, x, y) +
      `<path d="M0 ${y + 56}H300V400H0Z" fill="${colours.dusk}" opacity=".86"/>` +
      `<path d="M${x - 66} ${y + 56}h132l24 130H${x - 90}z" fill="${colours.light}" opacity=".24"/>` +
      `<path d="${d}" fill="none" stroke="${colours.spark}" stroke-width="2" stroke-linecap="round" opacity=".7"/>`
    );
  },
  flames: (random, colours, x, y) =>
    glow(colours, x, y, 122) +
    `<path d="${flames(random, x, y, 130)}" fill="${colours.glow}" opacity=".75"/>` +
    `<path d="${flames(random, x, y + 16, 96)}" fill="url(#w)"/>`,
  lane: (_random, colours, x, y) =>
    disc(colours, x, y - 8) +
    `<path d="M${x - 8} 262h16L${x + 130} 400H${x - 130}z" fill="${colours.light}" opacity=".5"/>` +
    `<path d="M${x - 8} 262L${x - 130} 400M${x + 8} 262L${x + 130} 400" stroke="${colours.pale}" stroke-width="1.5" opacity=".5"/>`,
} satisfies Record<string, Draw>;

const cloudPlaces = [
  [-86, -44, 1.3],
  [84, -66, 1.1],
  [-40, -96, 0.9],
  [92, 8, 1.5],
  [-98, 26, 1.5],
] as const;

function glow(colours: Palette, x: number, y: number, r: number): string {
  return `<path d="${dot(x, y, r)}${dot(x, y, r * 0.78)}" fill="${colours.light}" opacity=".13"/>`;
}

function disc(colours: Palette, x: number, y: number): string {
  return `${glow(colours, x, y, 128)}<path d="${dot(x, y, 98)}" fill="url(#w)"/>`;
}

function star(random: Random, x: number, y: number, far: number, close: number): string {
  const points: [number, number][] = [];
  const turn = random.between(0, 1);
  for (let i = 0; i < 28; i += 1) {
    const angle = turn + (i / 28) * Math.PI * 2;
    const r = i % 2 === 0 ? far * random.between(0.86, 1.1) : close * random.between(0.92, 1.05);
    points.push([Math.round(x + Math.cos(angle) * r), Math.round(y + Math.sin(angle) * r)]);
  }
  return `${path(points)}Z`;
}

function cloud(x: number, y: number, s: number): string {
  return (
    `M${n(x - 30 * s)} ${n(y + 8 * s)}a${n(10 * s)} ${n(10 * s)} 0 0 1 ${n(8 * s)} ${n(-14 * s)}` +
    `a${n(15 * s)} ${n(15 * s)} 0 0 1 ${n(28 * s)} ${n(-5 * s)}` +
    `a${n(11 * s)} ${n(11 * s)} 0 0 1 ${n(19 * s)} ${n(8 * s)}a${n(7 * s)} ${n(7 * s)} 0 0 1 ${n(2 * s)} ${n(11 * s)}z`
  );
}

/** Tongues of fire that rise around a point. */
function flames(random: Random, x: number, y: number, reach: number): string {
  const foot = y + 92;
  let d = `M${n(x - reach)} ${n(foot)}`;
  const count = 7;
  for (let i = 0; i < count; i += 1) {
    const from = x - reach + (i * 2 * reach) / count;
    const wide = (2 * reach) / count;
    const height = reach * (1.5 - Math.abs(i - 3) * 0.27) * random.between(0.8, 1.15);
    d += `Q${n(from - wide * 0.2)} ${n(foot - height * 0.5)} ${n(from + wide * random.between(0.3, 0.7))} ${n(foot - height)}`;
    d += `Q${n(from + wide * 0.8)} ${n(foot - height * 0.62)} ${n(from + wide)} ${n(foot - height * 0.3)}`;
  }
  return `${d}L${n(x + reach)} ${n(foot)}Z`;
}
