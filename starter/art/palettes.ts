import { hex } from './colour.ts';
import { seeded } from './random.ts';

/** The colours of one picture, as hex, from the night at its edges to the light in its middle. */
export type Palette = {
  ink: string;
  deep: string;
  mid: string;
  glow: string;
  light: string;
  pale: string;
};

type Tone = readonly [hue: number, chroma: number];

// A tone is the hue of the light and how strong it is; the night around it is the same ink-blue
// for all, which is what makes a grid of covers look like one shelf.
const tones: Readonly<Record<string, readonly [Tone, ...Tone[]]>> = {
  racing: [
    [62, 1.1],
    [28, 1.1],
    [205, 0.9],
  ],
  sports: [
    [142, 1],
    [165, 0.95],
    [100, 0.9],
  ],
  fighting: [
    [25, 1.2],
    [45, 1.15],
  ],
  card: [[85, 1]],
  puzzle: [
    [215, 1],
    [190, 0.95],
    [320, 0.95],
  ],
  platformer: [
    [155, 0.95],
    [80, 1],
    [335, 1],
    [250, 0.95],
  ],
  family: [
    [70, 1],
    [350, 0.95],
  ],
  casual: [
    [40, 0.95],
    [350, 0.95],
    [170, 0.9],
  ],
  'role-playing-games-rpg': [
    [300, 1],
    [82, 0.95],
    [272, 1.05],
    [325, 1],
    [165, 0.85],
  ],
  strategy: [
    [262, 1],
    [92, 0.85],
    [228, 1],
    [20, 0.95],
  ],
  simulation: [
    [235, 0.95],
    [130, 0.9],
    [185, 0.9],
  ],
  shooter: [
    [48, 1.05],
    [22, 1.1],
    [205, 0.75],
    [75, 0.95],
    [258, 0.95],
    [350, 0.9],
  ],
  arcade: [
    [330, 1.1],
    [285, 1.1],
  ],
  'massively-multiplayer': [
    [277, 1],
    [170, 0.9],
  ],
  adventure: [
    [175, 0.95],
    [352, 0.95],
    [60, 1],
    [225, 1],
    [305, 0.9],
  ],
  indie: [
    [345, 1],
    [195, 0.95],
    [95, 0.9],
    [310, 1],
  ],
  action: [
    [55, 1.1],
    [30, 1.15],
    [245, 1],
    [5, 1.1],
    [85, 1],
    [190, 0.8],
    [290, 0.95],
  ],
};

// A game has several genres; the one that says most about it comes first here.
const genresByWeight = Object.keys(tones);

/** The genre that says most about a game of these genres; `action` when none is known. */
export function tellingGenre(genres: readonly string[]): string {
  return genresByWeight.find((genre) => genres.includes(genre)) ?? 'action';
}

/** The palette of a game: its genre chooses the tones, its id one of them and a slight turn. */
export function paletteFor(genre: string, id: number): Palette {
  const random = seeded(`palette ${id}`);
  const [hue, strength] = random.pick(tones[genre] ?? tones.action ?? [[55, 1]]);
  return paletteOf(hue + random.between(-7, 7), strength);
}

/** A palette around a hue in degrees; strength 1 is the usual chroma. */
export function paletteOf(hue: number, strength = 1): Palette {
  const warm = towards(hue, 75, 0.22);
  // Dark yellow is olive; gold that falls into shadow goes towards amber instead.
  const shade = hue > 62 && hue < 125 ? 62 + (hue - 62) * 0.15 : hue;
  return {
    ink: hex([0.155, 0.03, towards(262, hue, 0.12)]),
    deep: hex([0.235, 0.055, towards(262, shade, 0.5)]),
    mid: hex([0.385, 0.105 * strength, towards(262, shade, 0.88)]),
    glow: hex([0.63, 0.165 * strength, (hue + shade) / 2]),
    light: hex([0.845, 0.125 * strength, warm]),
    pale: hex([0.965, 0.035, warm]),
  };
}

/** A hue on the shorter way from one to another. */
function towards(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * share;
}
