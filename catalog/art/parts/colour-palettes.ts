import type { Mood } from '#catalog/game-moods.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { hex } from './oklch-colour.ts';

/** The colours of one picture as hex, from the night at its edges to the light in its centre. */
export type Palette = {
  ink: string;
  deep: string;
  mid: string;
  glow: string;
  light: string;
  pale: string;
  /** A second light, low on the horizon: its dark and its light colour. */
  dusk: string;
  spark: string;
};

type Tone = readonly [hue: number, chroma: number];

type Climate = {
  tones: readonly [Tone, ...Tone[]];
  /** The difference between the hues of the second and the first light. */
  turn: number;
  /** The hue of the night, and how much lighter or darker it is than usual. */
  night: number;
  lift: number;
};

// A tone is the hue and strength of the light. The night has nearly the same ink-blue for all
// moods, so that a grid of covers looks like one series.
const climates: Readonly<Record<Mood, Climate>> = {
  bright: {
    tones: [
      [88, 1.1],
      [225, 1.1],
      [145, 1.05],
      [352, 1.05],
      [190, 1.05],
    ],
    turn: -65,
    night: 255,
    lift: 0.095,
  },
  warm: {
    tones: [
      [64, 1.1],
      [50, 1.1],
      [80, 1.05],
      [94, 1],
    ],
    turn: -78,
    night: 305,
    lift: 0.015,
  },
  wild: {
    tones: [
      [148, 0.95],
      [165, 0.9],
      [125, 0.95],
      [182, 0.9],
    ],
    turn: -62,
    night: 215,
    lift: 0.01,
  },
  cold: {
    tones: [
      [228, 0.72],
      [208, 0.62],
      [246, 0.75],
    ],
    turn: 62,
    night: 248,
    lift: 0.045,
  },
  grim: {
    tones: [
      [29, 1.1],
      [45, 0.7],
      [24, 1.15],
      [108, 0.6],
      [65, 0.6],
      [236, 0.45],
    ],
    turn: 8,
    night: 262,
    lift: -0.035,
  },
  eerie: {
    tones: [
      [155, 0.8],
      [185, 0.75],
      [308, 0.85],
      [128, 0.75],
    ],
    turn: 95,
    night: 285,
    lift: -0.015,
  },
  neon: {
    tones: [
      [342, 1.35],
      [205, 1.2],
      [302, 1.3],
      [358, 1.3],
      [185, 1.15],
    ],
    turn: 120,
    night: 290,
    lift: 0,
  },
  royal: {
    tones: [
      [85, 1.15],
      [300, 1.05],
      [16, 1.1],
      [264, 1.15],
    ],
    turn: -95,
    night: 278,
    lift: 0.005,
  },
  cosmic: {
    tones: [
      [284, 1.1],
      [252, 1.1],
      [205, 0.95],
      [322, 1.05],
    ],
    turn: 68,
    night: 276,
    lift: 0,
  },
  war: {
    tones: [
      [58, 1],
      [76, 0.75],
      [36, 1.1],
      [118, 0.5],
      [232, 0.55],
    ],
    turn: -28,
    night: 245,
    lift: -0.005,
  },
};

// Genres, the most characteristic first. A genre moves the tone of the mood towards its own hue.
const hues: Readonly<Record<string, number>> = {
  racing: 40,
  sports: 145,
  fighting: 25,
  card: 85,
  puzzle: 215,
  platformer: 130,
  family: 60,
  casual: 350,
  'role-playing-games-rpg': 300,
  strategy: 255,
  simulation: 200,
  shooter: 40,
  arcade: 320,
  'massively-multiplayer': 277,
  adventure: 175,
  indie: 330,
  action: 20,
};
const genresByWeight = Object.keys(hues);

/** The most characteristic of these genres; `action` when none is known. */
export function tellingGenre(genres: readonly string[]): string {
  return genresByWeight.find((genre) => genres.includes(genre)) ?? 'action';
}

/** The palette of a game: the mood sets the light, the genre and the id vary it slightly. */
export function paletteFor(genre: string, mood: Mood, id: number): Palette {
  const { tones, turn, night, lift } = climates[mood];
  const random = createSeededRandom(`palette ${id}`);
  const [hue, strength] = random.pick(leaning(tones, genre));
  const own = towards(hue, hues[genre] ?? hue, 0.09) + random.between(-8, 8);
  return paletteOf(own, strength, { night, lift, turn: turn + random.between(-12, 12) });
}

// These genres use only the two tones of a mood that are nearest to their own hue, such as green for sports.
const choosy = new Set(['sports', 'puzzle', 'platformer', 'simulation', 'strategy']);

function leaning(tones: Climate['tones'], genre: string): Climate['tones'] {
  const own = hues[genre];
  if (own === undefined || !choosy.has(genre)) return tones;
  const far = ([hue]: Tone) => Math.abs(((hue - own + 540) % 360) - 180);
  const [first, ...others] = tones.toSorted((a, b) => far(a) - far(b));
  return first ? [first, ...others.slice(0, 1)] : tones;
}

/**
 * A palette around a hue in degrees. Strength 1 is the usual chroma. `night` is the hue of the
 * dark parts, `lift` makes them lighter, `turn` is the difference to the hue of the second light.
 */
export function paletteOf(
  hue: number,
  strength = 1,
  { night = 262, lift = 0, turn = -40 }: { night?: number; lift?: number; turn?: number } = {},
): Palette {
  const warm = towards(hue, 75, 0.22);
  const shade = shaded(hue);
  const second = shaded((hue + turn + 360) % 360);
  return {
    ink: hex([0.155 + lift * 0.25, 0.03, towards(night, hue, 0.12)]),
    deep: hex([0.235 + lift * 0.7, 0.055 + Math.abs(lift) * 0.4, towards(night, shade, 0.45)]),
    mid: hex([0.385 + lift, 0.105 * strength, towards(night, shade, 0.88)]),
    glow: hex([0.63 + lift * 0.6, 0.165 * strength, (hue + shade) / 2]),
    light: hex([0.845, 0.125 * strength, warm]),
    pale: hex([0.965, 0.035, warm]),
    dusk: hex([0.36 + lift, 0.11 * strength, second]),
    spark: hex([0.76, 0.135 * strength, second]),
  };
}

// Dark yellow would be olive, so shadows of gold are moved towards amber.
function shaded(hue: number): number {
  return hue > 62 && hue < 125 ? 62 + (hue - 62) * 0.15 : hue;
}

/** A hue between two hues, on the shorter arc. */
function towards(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * share;
}
