import type { Mood } from '#catalog/game-moods.ts';
import type { Random } from '#catalog/seeded-random.ts';
import { path } from './svg-elements.ts';

type Point = [number, number];

export type Terrain = keyof typeof terrains;

/**
 * The silhouette of a terrain as a closed path from the horizon to the bottom of the picture. A
 * larger scale looks nearer: fewer and bigger towers or trees.
 */
export function silhouette(
  terrain: Terrain,
  random: Random,
  at: { width: number; height: number; top: number; rise: number; scale?: number },
): string {
  const scale = at.scale ?? 1;
  const shape = terrains[terrain](random, at.width / scale, at.top / scale, at.rise / scale);
  // Rounding to whole pixels is not visible and keeps a picture at a few kilobytes.
  const points = shape.map(([x, y]): Point => [Math.round(x * scale), Math.round(y * scale)]);
  return `${path([[-4, at.height + 4], ...points, [at.width + 4, at.height + 4]])}Z`;
}

/** The terrains that suit both the genre and the mood of a game, or else only the mood. */
export function terrainsFor(genre: string, mood: Mood): readonly [Terrain, ...Terrain[]] {
  const [first, ...others] = byMood[mood].filter((t) => byGenre[genre]?.includes(t) ?? true);
  return first ? [first, ...others] : byMood[mood];
}

const byMood: Readonly<Record<Mood, readonly [Terrain, ...Terrain[]]>> = {
  bright: ['hills', 'steps', 'pines', 'city'],
  warm: ['hills', 'pines', 'towers', 'city'],
  wild: ['pines', 'peaks', 'hills'],
  cold: ['peaks', 'pines'],
  grim: ['ruins', 'thorns', 'city', 'peaks'],
  eerie: ['thorns', 'pines', 'ruins', 'towers'],
  neon: ['city', 'steps'],
  royal: ['towers', 'peaks'],
  cosmic: ['domes', 'peaks', 'hills'],
  war: ['ruins', 'city', 'peaks'],
};

const byGenre: Readonly<Record<string, readonly Terrain[]>> = {
  racing: ['hills', 'city', 'peaks', 'pines'],
  sports: ['hills', 'pines', 'city', 'peaks'],
  puzzle: ['steps', 'towers', 'thorns', 'domes'],
  platformer: ['steps', 'pines', 'hills', 'thorns', 'peaks'],
  'role-playing-games-rpg': ['towers', 'peaks', 'pines', 'hills', 'thorns', 'ruins', 'domes'],
  strategy: ['towers', 'hills', 'peaks', 'ruins', 'domes'],
  shooter: ['city', 'peaks', 'ruins', 'domes', 'hills', 'thorns'],
};

const terrains = {
  // A ridge by midpoint displacement: each midpoint is moved at random, by less in each step.
  peaks(random: Random, width: number, top: number, rise: number): Point[] {
    let ridge: Point[] = [];
    const corners = random.pick([4, 5, 6, 7]);
    const first = random.pick([0, 1]);
    for (let i = 0; i <= corners; i += 1) {
      const high = i % 2 === first ? random.between(0.05, 0.35) : random.between(0.7, 1);
      const x = -30 + ((i + random.between(-0.3, 0.3)) / corners) * (width + 60);
      ridge.push([x, top - high * rise]);
    }
    for (let jitter = rise * 0.22; jitter > rise * 0.04; jitter *= 0.5) {
      const finer: Point[] = [];
      for (const [i, [x, y]] of ridge.entries()) {
        const [beforeX, beforeY] = ridge[i - 1] ?? [x, y];
        const share = random.between(0.38, 0.62);
        const between = beforeY + (y - beforeY) * share + random.between(-jitter, jitter);
        if (i > 0) finer.push([beforeX + (x - beforeX) * share, between]);
        finer.push([x, y]);
      }
      ridge = finer;
    }
    return ridge;
  },
  hills(random: Random, width: number, top: number, rise: number): Point[] {
    const [a, b] = [random.between(0, 6.3), random.between(0, 6.3)];
    const [wide, narrow] = [random.between(1, 1.8), random.between(2.6, 4)];
    const points: Point[] = [];
    for (let i = 0; i <= 24; i += 1) {
      const t = i / 24;
      const swell = Math.sin(a + t * 6.3 * wide) * 0.65 + Math.sin(b + t * 6.3 * narrow) * 0.35;
      points.push([-4 + t * (width + 8), top - (0.5 + swell / 2) * rise]);
    }
    return points;
  },
  pines(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -10; x < width + 10; ) {
      const half = random.between(8, 13);
      const tall = random.between(0.35, 1) * rise;
      for (const [dx, dy] of pine) points.push([x + half * dx, top - tall * dy]);
      x += half * random.between(1.5, 2.6);
    }
    return points;
  },
  city(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -6; x < width + 6; ) {
      const wide = random.between(14, 34);
      const y = top - random.between(0.15, 1) * rise;
      const roof = random.between(0, 1);
      points.push([x, y]);
      if (roof < 0.2)
        points.push(
          [x + wide * 0.5, y],
          [x + wide * 0.5, y - 14],
          [x + wide * 0.56, y - 14],
          [x + wide * 0.56, y],
        );
      else if (roof < 0.4)
        points.push(
          [x + wide * 0.3, y],
          [x + wide * 0.3, y - 6],
          [x + wide * 0.7, y - 6],
          [x + wide * 0.7, y],
        );
      else if (roof < 0.5) points.push([x + wide, y - 10]);
      points.push([x + wide, y]);
      x += wide;
    }
    return points;
  },
  towers(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -8; x < width + 8; ) {
      const wide = random.between(18, 30);
      const wall = top - random.between(0.2, 0.4) * rise;
      if (random.between(0, 1) < 0.45) {
        const y = top - random.between(0.4, 0.75) * rise;
        const tip = y - random.between(0.5, 1) * wide * 1.3;
        points.push([x, y], [x - 2.5, y], [x + wide / 2, tip], [x + wide + 2.5, y], [x + wide, y]);
        x += wide;
      } else {
        for (let i = 0; i < 3; i += 1, x += 12) {
          points.push([x, wall], [x + 6, wall], [x + 6, wall + 6], [x + 12, wall + 6]);
        }
      }
    }
    return points;
  },
  ruins(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -6; x < width + 6; ) {
      const wide = random.between(16, 44);
      const y = top - random.between(0.25, 0.95) * rise;
      points.push([x, y], [x + wide * 0.35, y + random.between(-5, 8)]);
      points.push(
        [x + wide * 0.6, y + random.between(4, 16)],
        [x + wide, y + random.between(-5, 18)],
      );
      x += wide;
      if (random.between(0, 1) < 0.3) {
        const rubble = top - random.between(0.2, 0.34) * rise;
        points.push([x, rubble + 4], [x + 9, rubble], [x + 22, rubble + 5]);
        x += 22;
      }
    }
    return points;
  },
  // Leaning bare trunks with one or two thorns each.
  thorns(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -10; x < width + 10; x += random.between(14, 52)) {
      const tall = random.between(0.4, 1.1) * rise;
      const lean = random.between(-0.16, 0.16) * tall;
      const side = random.pick([-1, 1]);
      const [fork, reach] = [top - tall * 0.55, random.between(12, 22) * side];
      const trunk: Point[] = [
        [x - 5, top],
        [x + lean * 0.5 - 2.2, fork],
        [x + lean, top - tall],
        [x + lean * 0.5 + 2.2, fork],
        [x + 5, top],
      ];
      const twig: Point = [x + lean * 0.5 + reach, fork - tall * 0.2];
      trunk.splice(side < 0 ? 1 : 4, 0, twig, [x + lean * 0.4, fork + tall * 0.1]);
      if (side < 0) trunk.splice(1, 2, [x + lean * 0.4, fork + tall * 0.1], twig);
      points.push(...trunk);
    }
    return points;
  },
  // The domes of a settlement on a planet without air, with masts between them.
  domes(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    for (let x = -8; x < width + 8; ) {
      const r = random.between(14, 34);
      const high = Math.min(rise * 0.7, r * random.between(0.7, 1));
      for (let i = 0; i <= 8; i += 1) {
        const angle = Math.PI * (1 - i / 8);
        points.push([x + r + r * Math.cos(angle), top - high * Math.sin(angle)]);
      }
      x += 2 * r + random.between(4, 22);
      if (random.between(0, 1) < 0.4) {
        points.push([x - 4, top], [x - 3, top - rise * random.between(0.6, 1)], [x - 2, top]);
      }
    }
    return points;
  },
  steps(random: Random, width: number, top: number, rise: number): Point[] {
    const points: Point[] = [];
    let level = random.between(0.2, 0.8);
    for (let x = -6; x < width + 6; x += 20) {
      const y = top - Math.round((level * rise) / 10) * 10;
      points.push([x, y], [x + 20, y]);
      level = Math.min(1, Math.max(0, level + random.between(-0.45, 0.45)));
    }
    return points;
  },
};

// The outline of a fir from the lower left over the tip to the lower right, in units of half its width and its height.
const pine: readonly Point[] = [
  [-1, 0.1],
  [-0.4, 0.5],
  [-0.6, 0.47],
  [0, 1],
  [0.6, 0.47],
  [0.4, 0.5],
  [1, 0.1],
];
