import type { Mood } from '#catalog/game-moods.ts';
import type { Random } from '#catalog/seeded-random.ts';
import type { Palette } from './colour-palettes.ts';
import { dot, embers, specks, stars } from './light-effects.ts';
import { n } from './svg-elements.ts';

/** The shapes in the sky behind the land, and in the air in front of it. */
export type Weather = { sky: string; air: string };

/** `moon` is true when the picture already has a moon; the sky then gets no other light. */
type Area = { width: number; height: number; horizon: number; moon?: boolean };
type Maker = (random: Random, colours: Palette, area: Area) => Weather;

/** The weather of a mood for a picture with this size and horizon. */
export function weatherOf(mood: Mood, random: Random, colours: Palette, area: Area): Weather {
  return makers[mood](random, colours, area);
}

const makers: Readonly<Record<Mood, Maker>> = {
  bright: (random, colours, area) => ({
    sky: `<path d="${clouds(random, area)}" fill="${colours.pale}" opacity=".13"/>`,
    air:
      `<path d="${discs(random, area, 9, 5, 17)}" fill="${colours.pale}" opacity=".1"/>` +
      embers(random, colours.pale, { ...area, count: 15, size: area.width / 460 }),
  }),
  warm: (random, colours, area) => ({
    sky: stars(random, colours.pale, { ...sky(area), count: 21, size: 1 }),
    air:
      `<path d="${discs(random, low(area), 8, 3, 7)}" fill="${colours.light}" opacity=".11"/>` +
      embers(random, colours.light, { ...area, count: 39, size: area.width / 330 }),
  }),
  wild: (random, colours, area) => ({
    sky: `<path d="${birds(random, area)}" fill="none" stroke="${colours.pale}" stroke-width="1.6" stroke-linecap="round" opacity=".6"/>`,
    air: `<path d="${leaves(random, area)}" fill="${colours.spark}" opacity=".6"/>`,
  }),
  cold: (random, colours, area) => ({
    sky: ribbons(random, colours, area),
    air: specks(
      random,
      colours.pale,
      { ...area, count: 96, size: area.width / 400 },
      () => random.between(0, 1) * area.height,
    ),
  }),
  grim: (random, colours, area) => ({
    sky: `<path d="${smoke(random, area)}" fill="${colours.ink}" opacity=".5"/>`,
    air: `<path d="${rain(random, area)}" stroke="${colours.pale}" stroke-width=".9" opacity=".2"/>`,
  }),
  eerie: (random, colours, area) => ({
    sky: area.moon ? '' : crescent(random, colours, area),
    air:
      mist(random, colours, area) +
      embers(random, colours.spark, { ...area, count: 12, size: area.width / 420 }),
  }),
  neon: (random, colours, area) => ({
    sky: `<path d="${streaks(random, area)}" stroke="${colours.spark}" stroke-width="1.4" opacity=".4"/>`,
    air:
      grid(colours, area) +
      embers(random, colours.spark, { ...area, count: 15, size: area.width / 420 }),
  }),
  royal: (random, colours, area) => ({
    sky: `<path d="${sparkles(random, area, 9)}" fill="${colours.pale}" opacity=".75"/>`,
    air: embers(random, colours.light, { ...area, count: 45, size: area.width / 480 }),
  }),
  cosmic: (random, colours, area) => ({
    sky:
      stars(random, colours.pale, { ...sky(area), count: 75, size: area.width / 620 }) +
      (area.moon ? '' : planet(random, colours, area)),
    air: `<path d="${sparkles(random, area, 4)}" fill="${colours.pale}" opacity=".85"/>`,
  }),
  war: (random, colours, area) => ({
    sky:
      `<path d="${beams(random, area)}" fill="${colours.light}" opacity=".1"/>` +
      `<path d="${smoke(random, area)}" fill="${colours.ink}" opacity=".32"/>`,
    air: embers(random, colours.light, { ...area, count: 48, size: area.width / 420 }),
  }),
};

const sky = ({ width, horizon }: Area) => ({ width, height: horizon });

const low = (area: Area) => ({ ...area, horizon: area.height });

/** Calls `draw` with points left and right of the centre alternately, beside the icon. */
function aside(random: Random, { width, horizon }: Area, count: number, draw: DrawAt): string {
  let d = '';
  for (let i = 0; i < count; i += 1) {
    const x = i % 2 === 0 ? random.between(0.02, 0.3) : random.between(0.7, 0.98);
    d += draw(x * width, random.between(0.06, 0.92) * horizon);
  }
  return d;
}

type DrawAt = (x: number, y: number) => string;

function discs(random: Random, area: Area, count: number, least: number, most: number): string {
  return aside(random, area, count, (x, y) => dot(x, y, random.between(least, most)));
}

function clouds(random: Random, area: Area): string {
  const size = area.width / 640;
  return aside(random, { ...area, horizon: area.horizon * 0.62 }, 4, (x, y) => {
    const s = size * random.between(0.8, 1.7);
    return (
      `M${n(x - 46 * s)} ${n(y)}a${n(13 * s)} ${n(13 * s)} 0 0 1 ${n(15 * s)} ${n(-12 * s)}` +
      `a${n(20 * s)} ${n(20 * s)} 0 0 1 ${n(37 * s)} ${n(-5 * s)}` +
      `a${n(16 * s)} ${n(16 * s)} 0 0 1 ${n(25 * s)} ${n(6 * s)}a${n(10 * s)} ${n(10 * s)} 0 0 1 ${n(13 * s)} ${n(11 * s)}Z`
    );
  });
}

function birds(random: Random, area: Area): string {
  return aside(random, { ...area, horizon: area.horizon * 0.7 }, 9, (x, y) => {
    const s = (random.between(4, 9) * area.width) / 640;
    return `M${n(x - s)} ${n(y - s * 0.35)}q${n(s * 0.6)} ${n(-s * 0.3)} ${n(s)} ${n(s * 0.4)}q${n(s * 0.4)} ${n(-s * 0.7)} ${n(s)} ${n(-s * 0.4)}`;
  });
}

function leaves(random: Random, area: Area): string {
  return aside(random, low(area), 22, (x, y) => {
    const [a, b] = [random.between(-6, 6), random.between(3, 6)];
    return `M${n(x)} ${n(y)}q${n(b)} ${n(a - b)} ${n(b * 1.6)} ${n(a)}q${n(-b)} ${n(b)} ${n(-b * 1.6)} ${n(-a)}`;
  });
}

function rain(random: Random, { width, height }: Area): string {
  let d = '';
  for (let i = 0; i < 48; i += 1) {
    const long = Math.round((random.between(8, 26) * width) / 640);
    d += `M${Math.round(random.between(0, 1.1) * width)} ${Math.round(random.between(-0.05, 0.95) * height)}l${Math.round(-long / 4)} ${long}`;
  }
  return d;
}

function streaks(random: Random, area: Area): string {
  return aside(random, { ...area, horizon: area.horizon * 0.8 }, 22, (x, y) => {
    return `M${Math.round(x)} ${Math.round(y)}v${Math.round(random.between(10, 60))}`;
  });
}

/** The lines of a floor that extends to the horizon. */
function grid(colours: Palette, { width, height, horizon }: Area): string {
  let d = '';
  for (let i = -7; i <= 7; i += 1) {
    d += `M${n(width / 2 + i * 22)} ${n(horizon)}L${n(width / 2 + i * 130)} ${height}`;
  }
  for (const share of [0.06, 0.2, 0.42, 0.74]) {
    d += `M0 ${n(horizon + (height - horizon) * share)}H${width}`;
  }
  return `<path d="${d}" stroke="${colours.spark}" opacity=".32"/>`;
}

function beams(random: Random, { width, horizon }: Area): string {
  let d = '';
  for (const share of [0.1, 0.24, 0.8, 0.93]) {
    const foot = share * width;
    const top = foot + random.between(-0.2, 0.2) * width;
    const half = random.between(12, 26);
    d += `M${n(foot)} ${n(horizon)}L${n(top - half)} 0H${n(top + half)}Z`;
  }
  return d;
}

/** Columns of smoke that widen and lean as they rise. Each outline runs up the left side and down the right. */
function smoke(random: Random, { width, horizon }: Area): string {
  let d = '';
  for (const side of [random.between(0.06, 0.24), random.between(0.76, 0.94)]) {
    const foot = side * width;
    const lean = random.between(0.04, 0.14) * width;
    const wobble = random.between(0, 6);
    const edge = (sign: number, i: number): [number, number] => {
      const t = i / 12;
      const wide = (5 + 44 * t) * (width / 640) * (1 + 0.32 * Math.sin(wobble + i * 1.9 + sign));
      return [Math.round(foot + lean * t * t + sign * wide), Math.round(horizon * (1 - t * 1.1))];
    };
    const steps = [...Array(13).keys()];
    const left = steps.map((i) => edge(-1, i));
    const right = steps.map((i) => edge(1, i)).reverse();
    d += `${soft(left)}L${soft(right).slice(1)}Z`;
  }
  return d;
}

/** A smooth path through points. */
function soft(points: readonly (readonly [number, number])[]): string {
  const [[x, y] = [0, 0], ...others] = points;
  let d = `M${x} ${y}`;
  for (const [i, [atX, atY]] of others.entries()) {
    const [nextX, nextY] = others[i + 1] ?? [atX, atY];
    d += `Q${atX} ${atY} ${Math.round((atX + nextX) / 2)} ${Math.round((atY + nextY) / 2)}`;
  }
  return d;
}

function sparkles(random: Random, area: Area, count: number): string {
  return aside(random, area, count, (x, y) => {
    const s = (random.between(3, 8) * area.width) / 640;
    const w = n(s * 0.16);
    return `M${n(x)} ${n(y - s)}q${w} ${n(s - s * 0.16)} ${n(s)} ${n(s)}q${n(-s + s * 0.16)} ${w} ${n(-s)} ${n(s)}q${n(-s * 0.16)} ${n(-s + s * 0.16)} ${n(-s)} ${n(-s)}q${n(s - s * 0.16)} ${n(-s * 0.16)} ${n(s)} ${n(-s)}`;
  });
}

/** Northern lights. */
function ribbons(random: Random, colours: Palette, { width, horizon }: Area): string {
  let d = '';
  for (const share of [0.18, 0.4]) {
    const y = share * horizon;
    const [a, b] = [random.between(0.1, 0.3) * horizon, random.between(0.12, 0.26) * horizon];
    d +=
      `M0 ${n(y)}C${n(width * 0.3)} ${n(y - a)} ${n(width * 0.4)} ${n(y + a)} ${n(width * 0.62)} ${n(y)}S${n(width * 0.9)} ${n(y - a)} ${width} ${n(y)}` +
      `v${n(b)}C${n(width * 0.9)} ${n(y - a + b * 1.7)} ${n(width * 0.7)} ${n(y + a + b)} ${n(width * 0.6)} ${n(y + b * 1.4)}S${n(width * 0.2)} ${n(y + b - a)} 0 ${n(y + b)}Z`;
  }
  return `<path d="${d}" fill="${colours.spark}" opacity=".13"/>`;
}

function crescent(random: Random, colours: Palette, { width, horizon }: Area): string {
  const r = width * random.between(0.036, 0.05);
  const x = width * random.pick([0.13, 0.17, 0.83, 0.87]);
  const y = horizon * random.between(0.22, 0.36);
  return (
    `<path d="${dot(x, y, r * 1.7)}" fill="${colours.spark}" opacity=".12"/>` +
    `<path d="M${n(x + r * 0.3)} ${n(y - r)}A${n(r)} ${n(r)} 0 1 0 ${n(x + r)} ${n(y + r * 0.3)}A${n(r * 0.86)} ${n(r * 0.86)} 0 0 1 ${n(x + r * 0.3)} ${n(y - r)}Z" fill="${colours.pale}" opacity=".85"/>`
  );
}

/** A planet low in the sky, with or without a ring. */
function planet(random: Random, colours: Palette, { width, horizon }: Area): string {
  const r = width * random.between(0.035, 0.075);
  const x = width * random.pick([0.12, 0.18, 0.82, 0.88]);
  const y = horizon * random.between(0.2, 0.42);
  const ring = random.pick([true, false])
    ? `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r * 1.8)}" ry="${n(r * 0.4)}" transform="rotate(-18 ${n(x)} ${n(y)})" fill="none" stroke="${colours.light}" stroke-width="1.6" opacity=".75"/>`
    : '';
  return (
    `<path d="${dot(x, y, r)}" fill="${colours.dusk}"/>` +
    `<path d="M${n(x - r * 0.77)} ${n(y + r * 0.64)}A${n(r)} ${n(r)} 0 1 1 ${n(x + r * 0.77)} ${n(y - r * 0.64)}A${n(r * 1.25)} ${n(r * 1.25)} 0 0 0 ${n(x - r * 0.77)} ${n(y + r * 0.64)}Z" fill="${colours.spark}" opacity=".7"/>` +
    ring
  );
}

/** Banks of mist in front of the horizon. Each lies on a wider one, which makes them look soft. */
function mist(random: Random, colours: Palette, { width, horizon }: Area): string {
  let banks = '';
  for (const share of [0.86, 1.02, 1.14]) {
    const x = width * random.between(0.25, 0.75);
    for (const wide of [0.62, 0.5, 0.36]) {
      banks += `<ellipse cx="${n(x)}" cy="${n(horizon * share)}" rx="${n(width * wide)}" ry="${n(width * wide * 0.05)}"/>`;
    }
  }
  return `<g fill="${colours.spark}" opacity=".075">${banks}</g>`;
}
