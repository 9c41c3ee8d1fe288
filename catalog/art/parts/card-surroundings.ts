import type { Backdrop } from './card-backdrops.ts';

/** A smaller icon beside the icon of the card. */
export type Prop = {
  icon: string;
  x: number;
  y: number;
  size: number;
  /** Degrees. */
  turn?: number;
  /** `light` and `glow` are lit; `dark` is a silhouette in front. */
  tone: 'light' | 'glow' | 'spark' | 'dark';
};

export type CardSurroundings = {
  /** One of these is behind the icon; which one depends on the game. */
  backdrops: readonly [Backdrop, ...Backdrop[]];
  /** The centre and the size of the card's icon. */
  y: number;
  size: number;
  turn?: number;
  props: readonly Prop[];
};

/** What surrounds the icon of each card, by card id. The land and the sky are those of the game. */
export const cardSurroundings: Readonly<Record<string, CardSurroundings>> = {
  'default-boring': scene(['clouds', 'moon', 'window'], 186, 146, [
    { icon: 'night-sleep', x: 226, y: 108, size: 52, tone: 'spark' },
    { icon: 'hourglass', x: 80, y: 284, size: 46, tone: 'light' },
    { icon: 'snail-eyes', x: 222, y: 288, size: 48, tone: 'dark' },
  ]),
  'default-laugh': scene(['burst', 'sun', 'shaft'], 184, 150, [
    { icon: 'musical-notes', x: 232, y: 92, size: 40, turn: 12, tone: 'light' },
    { icon: 'party-flags', x: 76, y: 284, size: 54, tone: 'spark' },
    { icon: 'party-hat', x: 226, y: 282, size: 44, turn: 14, tone: 'light' },
  ]),
  'default-smile': scene(['sun', 'burst', 'clouds'], 196, 150, [
    { icon: 'butterfly', x: 232, y: 100, size: 38, turn: 16, tone: 'light' },
    { icon: 'flower-star', x: 74, y: 292, size: 40, tone: 'spark' },
    { icon: 'flower-star', x: 106, y: 306, size: 28, turn: 30, tone: 'light' },
    { icon: 'flower-star', x: 222, y: 294, size: 44, turn: 20, tone: 'light' },
  ]),
  'default-pistol': scene(['rings', 'sun', 'corridor'], 190, 172, [
    { icon: 'bullets', x: 82, y: 288, size: 50, tone: 'light' },
    { icon: 'bullet-impacts', x: 222, y: 104, size: 44, tone: 'spark' },
    { icon: 'bullet-impacts', x: 220, y: 290, size: 40, turn: 60, tone: 'dark' },
  ]),
  'default-dog': scene(['moon', 'sun', 'clouds'], 196, 166, [
    { icon: 'dog-house', x: 228, y: 276, size: 60, tone: 'light' },
    { icon: 'broken-bone', x: 84, y: 298, size: 44, turn: -20, tone: 'light' },
    { icon: 'paw-front', x: 128, y: 312, size: 20, turn: -14, tone: 'spark' },
    { icon: 'paw-front', x: 158, y: 300, size: 20, turn: 16, tone: 'spark' },
  ]),
  'default-cat': scene(['window', 'moon', 'sun'], 206, 164, [
    { icon: 'seated-mouse', x: 224, y: 294, size: 42, tone: 'light' },
    { icon: 'keyboard', x: 102, y: 302, size: 60, turn: -5, tone: 'spark' },
  ]),
  'default-hand-grenade': scene(['burst', 'flames', 'clouds'], 186, 172, [
    { icon: 'stopwatch', x: 78, y: 286, size: 46, tone: 'light' },
    { icon: 'explosion-rays', x: 226, y: 284, size: 56, tone: 'spark' },
  ]),
  'default-shotgun': scene(['corridor', 'flames', 'rings'], 190, 178, [
    { icon: 'artillery-shell', x: 76, y: 292, size: 36, turn: -62, tone: 'light' },
    { icon: 'artillery-shell', x: 112, y: 304, size: 30, turn: -84, tone: 'spark' },
    { icon: 'artillery-shell', x: 226, y: 294, size: 36, turn: 58, tone: 'light' },
  ]),
  'default-crown': scene(
    ['throne', 'window', 'burst', 'sun', 'rings', 'flames', 'moon'],
    178,
    160,
    [
      { icon: 'cut-diamond', x: 72, y: 296, size: 36, tone: 'spark' },
      { icon: 'cut-diamond', x: 228, y: 296, size: 36, tone: 'spark' },
      { icon: 'falling-star', x: 232, y: 92, size: 34, tone: 'light' },
    ],
  ),
  'csgo-first-through-the-door': scene('corridor', 190, 150, [
    { icon: 'footprint', x: 112, y: 300, size: 30, turn: -12, tone: 'spark' },
    { icon: 'footprint', x: 176, y: 310, size: 34, turn: 8, tone: 'spark' },
    { icon: 'brodie-helmet', x: 78, y: 280, size: 52, tone: 'light' },
    { icon: 'bullets', x: 226, y: 286, size: 46, tone: 'light' },
  ]),
  'csgo-wall-of-smoke': scene('clouds', 188, 158, [
    { icon: 'dust-cloud', x: 82, y: 274, size: 78, tone: 'glow' },
    { icon: 'dust-cloud', x: 222, y: 280, size: 92, tone: 'spark' },
  ]),
  'csgo-blinding-white': scene('burst', 182, 158, [
    { icon: 'sight-disabled', x: 78, y: 286, size: 52, tone: 'light' },
    { icon: 'brodie-helmet', x: 224, y: 288, size: 52, tone: 'dark' },
  ]),
  'csgo-steady-hands': scene('rings', 182, 158, [
    { icon: 'stopwatch', x: 78, y: 284, size: 48, tone: 'light' },
    { icon: 'hand', x: 224, y: 286, size: 52, turn: -30, tone: 'light' },
  ]),
  'csgo-the-long-angle': scene('lane', 172, 160, [
    { icon: 'brodie-helmet', x: 150, y: 286, size: 30, tone: 'dark' },
    { icon: 'supersonic-bullet', x: 82, y: 286, size: 46, turn: 40, tone: 'light' },
    { icon: 'wooden-crate', x: 226, y: 284, size: 56, tone: 'dark' },
  ]),
  'csgo-all-five': scene('throne', 178, 152, [
    { icon: 'death-skull', x: 66, y: 284, size: 36, tone: 'light' },
    { icon: 'death-skull', x: 106, y: 298, size: 36, tone: 'light' },
    { icon: 'death-skull', x: 194, y: 298, size: 36, tone: 'light' },
    { icon: 'death-skull', x: 234, y: 284, size: 36, tone: 'light' },
    { icon: 'death-skull', x: 232, y: 100, size: 32, tone: 'spark' },
  ]),
  'golf-into-the-pond': scene('waves', 186, 150, [
    { icon: 'golf-flag', x: 232, y: 210, size: 62, tone: 'light' },
    { icon: 'plastic-duck', x: 84, y: 272, size: 50, tone: 'light' },
    { icon: 'paper-frog', x: 218, y: 302, size: 36, tone: 'dark' },
  ]),
  'golf-through-the-windmill': scene('clouds', 186, 168, [
    { icon: 'golf-flag', x: 230, y: 276, size: 56, tone: 'light' },
    { icon: 'golf-tee', x: 82, y: 290, size: 46, tone: 'light' },
  ]),
  'golf-one-stroke': scene('sun', 182, 164, [
    { icon: 'party-flags', x: 76, y: 288, size: 52, tone: 'spark' },
    { icon: 'trophy-cup', x: 226, y: 286, size: 52, tone: 'light' },
    { icon: 'falling-star', x: 232, y: 94, size: 34, tone: 'light' },
  ]),
  'dota-the-last-blow': scene('shaft', 184, 150, [
    { icon: 'broadsword', x: 82, y: 280, size: 60, turn: 10, tone: 'light' },
    { icon: 'cracked-shield', x: 224, y: 286, size: 52, turn: 14, tone: 'dark' },
  ]),
  'dota-lane-at-dawn': scene('lane', 176, 152, [
    { icon: 'pine-tree', x: 66, y: 264, size: 72, tone: 'dark' },
    { icon: 'pine-tree', x: 236, y: 266, size: 78, tone: 'dark' },
    { icon: 'checked-shield', x: 112, y: 296, size: 34, tone: 'light' },
    { icon: 'crenulated-shield', x: 190, y: 296, size: 34, tone: 'spark' },
  ]),
  'dota-forest-camp': scene('moon', 194, 150, [
    { icon: 'pine-tree', x: 60, y: 246, size: 84, tone: 'dark' },
    { icon: 'pine-tree', x: 242, y: 250, size: 78, tone: 'dark' },
    { icon: 'campfire', x: 100, y: 298, size: 42, tone: 'light' },
    { icon: 'two-coins', x: 206, y: 298, size: 36, tone: 'spark' },
  ]),
  'dota-watching-eye': scene('rings', 178, 162, [
    { icon: 'totem-head', x: 80, y: 284, size: 54, tone: 'light' },
    { icon: 'footprint', x: 208, y: 298, size: 26, turn: -14, tone: 'dark' },
    { icon: 'footprint', x: 234, y: 284, size: 24, turn: 10, tone: 'dark' },
  ]),
  'dota-stone-in-the-river': scene('waves', 186, 150, [
    { icon: 'magic-swirl', x: 230, y: 104, size: 48, tone: 'spark' },
    { icon: 'checked-shield', x: 76, y: 274, size: 36, tone: 'light' },
    { icon: 'crenulated-shield', x: 226, y: 276, size: 36, tone: 'light' },
  ]),
  'dota-borrowed-spell': scene('shaft', 184, 156, [
    { icon: 'magic-swirl', x: 230, y: 104, size: 54, tone: 'spark' },
    { icon: 'candle-light', x: 76, y: 280, size: 54, tone: 'light' },
    { icon: 'candle-light', x: 226, y: 286, size: 44, tone: 'light' },
  ]),
  'dota-the-last-tower': scene('flames', 180, 166, [
    { icon: 'broadsword', x: 78, y: 288, size: 50, turn: -35, tone: 'light' },
    { icon: 'cracked-shield', x: 224, y: 292, size: 46, turn: 14, tone: 'light' },
  ]),
  'dota-five-as-one': scene('burst', 180, 156, [
    { icon: 'checked-shield', x: 62, y: 276, size: 34, tone: 'light' },
    { icon: 'crenulated-shield', x: 100, y: 294, size: 36, tone: 'spark' },
    { icon: 'cracked-shield', x: 150, y: 286, size: 34, tone: 'light' },
    { icon: 'crenulated-shield', x: 200, y: 294, size: 36, tone: 'spark' },
    { icon: 'checked-shield', x: 238, y: 276, size: 34, tone: 'light' },
  ]),
  'dota-home-falls': scene('throne', 176, 160, [
    { icon: 'fire-silhouette', x: 70, y: 288, size: 50, tone: 'spark' },
    { icon: 'fire-silhouette', x: 230, y: 288, size: 50, tone: 'spark' },
    { icon: 'falling-star', x: 232, y: 92, size: 36, tone: 'light' },
  ]),
  'rust-nothing-but-a-rock': scene('sun', 192, 150, [
    { icon: 'palm-tree', x: 64, y: 258, size: 84, tone: 'dark' },
    { icon: 'footprint', x: 200, y: 304, size: 26, turn: 20, tone: 'light' },
    { icon: 'footprint', x: 228, y: 288, size: 24, turn: 34, tone: 'light' },
  ]),
  'rust-four-walls': scene('moon', 190, 156, [
    { icon: 'pine-tree', x: 60, y: 254, size: 78, tone: 'dark' },
    { icon: 'pine-tree', x: 244, y: 258, size: 72, tone: 'dark' },
    { icon: 'campfire', x: 104, y: 300, size: 42, tone: 'light' },
    { icon: 'axe-in-log', x: 202, y: 298, size: 40, tone: 'light' },
  ]),
  'rust-furnace-glow': scene('flames', 184, 156, [
    { icon: 'ore', x: 80, y: 290, size: 48, tone: 'light' },
    { icon: 'log', x: 222, y: 292, size: 48, tone: 'light' },
  ]),
  'rust-road-barrels': scene('lane', 184, 156, [
    { icon: 'oil-drum', x: 78, y: 282, size: 54, tone: 'light' },
    { icon: 'oil-drum', x: 226, y: 288, size: 44, turn: 78, tone: 'dark' },
  ]),
  'rust-crate-from-the-sky': scene('shaft', 170, 160, [
    { icon: 'airplane', x: 232, y: 90, size: 42, tone: 'dark' },
    { icon: 'wooden-crate', x: 150, y: 284, size: 50, tone: 'light' },
    { icon: 'pine-tree', x: 60, y: 264, size: 66, tone: 'dark' },
    { icon: 'pine-tree', x: 242, y: 264, size: 70, tone: 'dark' },
  ]),
  'rust-raid-at-night': scene('burst', 178, 160, [
    { icon: 'brick-wall', x: 74, y: 286, size: 54, turn: -8, tone: 'light' },
    { icon: 'fire-silhouette', x: 228, y: 280, size: 54, tone: 'spark' },
    { icon: 'brick-wall', x: 222, y: 304, size: 34, turn: 16, tone: 'light' },
  ]),
};

function scene(
  backdrops: Backdrop | CardSurroundings['backdrops'],
  y: number,
  size: number,
  props: readonly Prop[],
): CardSurroundings {
  return { backdrops: typeof backdrops === 'string' ? [backdrops] : backdrops, y, size, props };
}

/** The names of all icons of a card's surroundings. */
export function surroundingIconNames(cardId: string): string[] {
  return (cardSurroundings[cardId]?.props ?? []).map(({ icon }) => icon);
}
