import type { Card, Rarity } from '#catalog/card-sets.ts';
import { glyphNames } from '#catalog/glyph-names.ts';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { CardIcons } from '../card-icons.ts';
import { pattern } from '../parts/background-patterns.ts';
import { drawBackdrop } from '../parts/card-backdrops.ts';
import { frames, gems } from '../parts/card-frames.ts';
import {
  type CardSurroundings,
  cardSurroundings,
  type Prop,
  surroundingIconNames,
} from '../parts/card-surroundings.ts';
import { type Palette, paletteOf } from '../parts/colour-palettes.ts';
import type { GameStyle } from '../parts/game-style.ts';
import { clothPath } from '../parts/hanging-cloth.ts';
import { dot, litIcon, litIconGradients } from '../parts/light-effects.ts';
import { hex } from '../parts/oklch-colour.ts';
import { linear, n, picture, radial } from '../parts/svg-elements.ts';
import { silhouette, terrainsFor } from '../parts/terrain.ts';
import { weatherOf } from '../parts/weather.ts';

const width = 300;
const height = 400;
const x = 150;
const all = `M0 0H${width}V${height}H0Z`;

// The hues of the five rarities in the whole application: slate, green, blue, violet, gold.
const tones: Readonly<Record<Rarity, readonly [hue: number, strength: number]>> = {
  common: [250, 0.28],
  uncommon: [152, 0.95],
  rare: [248, 1.15],
  epic: [302, 1.2],
  legendary: [82, 1.1],
};

/** The names of all icons that a card shows, except the emblem of its game. */
export function cardIconNames(card: Card): string[] {
  return [card.icon, ...surroundingIconNames(card.id)];
}

/**
 * A card of a game, 3:4: a small scene in the land, light and weather of the game, with the emblem of the
 * game on a banner. The colour, outline and gem of the frame each show the rarity.
 * @throws Error if an icon is missing.
 */
export function drawCard(card: Card, style: GameStyle, icons: CardIcons): string {
  const scene = cardSurroundings[card.id];
  if (!scene) throw new Error(`The card ${card.id} has no scene.`);
  return drawScene(card, scene, style, icons);
}

/** The small icons beside a chosen one, by rarity: the rarer the card, the more there are. */
const glyphProps: Readonly<Record<Rarity, readonly Prop[]>> = {
  common: [],
  uncommon: [{ icon: 'falling-star', x: 232, y: 96, size: 26, tone: 'light' }],
  rare: [
    { icon: 'falling-star', x: 232, y: 96, size: 30, tone: 'light' },
    { icon: 'cut-diamond', x: 76, y: 294, size: 26, tone: 'spark' },
  ],
  epic: [
    { icon: 'falling-star', x: 232, y: 94, size: 32, tone: 'light' },
    { icon: 'cut-diamond', x: 74, y: 294, size: 30, tone: 'spark' },
    { icon: 'cut-diamond', x: 226, y: 294, size: 30, tone: 'spark' },
  ],
  legendary: [
    { icon: 'falling-star', x: 232, y: 92, size: 36, tone: 'spark' },
    { icon: 'cut-diamond', x: 72, y: 296, size: 36, tone: 'spark' },
    { icon: 'cut-diamond', x: 228, y: 296, size: 36, tone: 'spark' },
  ],
};
const glyphBackdrops: Readonly<Record<Rarity, CardSurroundings['backdrops']>> = {
  common: ['clouds', 'moon', 'sun'],
  uncommon: ['sun', 'shaft', 'clouds'],
  rare: ['rings', 'moon', 'shaft'],
  epic: ['burst', 'rings', 'flames'],
  legendary: ['throne', 'burst'],
};

/** The names of the icons that cards with a chosen icon need. */
export function glyphIconNames(): string[] {
  return [
    ...glyphNames,
    ...Object.values(glyphProps).flatMap((all) => all.map(({ icon }) => icon)),
  ];
}

/** A card with an icon that an editor chose. @throws Error if an icon is missing. */
export function drawGlyphCard(
  { rarity, icon }: Pick<Card, 'rarity' | 'icon'>,
  style: GameStyle,
  icons: CardIcons,
): string {
  const card = { id: `glyph ${rarity} ${icon}`, rarity, icon };
  const scene = { backdrops: glyphBackdrops[rarity], y: 188, size: 156, props: glyphProps[rarity] };
  return drawScene(card, scene, style, icons);
}

function drawScene(
  card: Pick<Card, 'id' | 'rarity' | 'icon'>,
  scene: CardSurroundings,
  style: GameStyle,
  icons: CardIcons,
): string {
  const { colours } = style;
  const [hue, strength] = tones[card.rarity];
  const metal = paletteOf(hue, strength);
  const random = createSeededRandom(`card ${card.id} ${style.id}`);
  const frame = frames[card.rarity];
  const { y } = scene;

  const defs =
    linear('m', card.rarity === 'legendary' ? foil : metalStops(metal), 'x2=".7" y2="1"') +
    linear('s', [
      [0, colours.ink],
      [0.28, colours.deep],
      [0.62, colours.dusk],
      [0.76, colours.mid],
    ]) +
    radial('l', x, y, 200, [
      [0, colours.glow, 0.9],
      [0.5, colours.mid, 0.5],
      [1, colours.mid, 0],
    ]) +
    radial('w', x - 20, y - 40, 150, [
      [0, colours.light],
      [0.55, colours.glow],
      [1, colours.mid],
    ]) +
    litIconGradients(colours) +
    linear('h', [
      [0, colours.mid],
      [1, colours.deep],
    ]) +
    linear('k', [
      [0.7, colours.ink, 0],
      [1, colours.ink, 0.95],
    ]) +
    pattern(random, colours.pale) +
    `<path id="o" d="${frame(0.93)}"/><clipPath id="c"><use href="#o"/></clipPath><g id="g">${iconOf(icons.icons, card.icon)}</g>`;

  const terrain = random.pick(terrainsFor(style.genre, style.mood));
  const land = (kind: typeof terrain, top: number, rise: number) =>
    silhouette(kind, random, { width, height, top, rise });
  const weather = weatherOf(style.mood, random, colours, {
    width,
    height,
    horizon: 250,
    moon: true,
  });
  const art =
    `<path fill="url(#s)" d="${all}"/><path fill="url(#p)" opacity=".09" d="${all}"/>` +
    `<path fill="url(#l)" d="${all}"/>` +
    weather.sky +
    `<path d="${land(terrain, 276, 138)}" fill="url(#h)" stroke="${colours.spark}" stroke-opacity=".7"/>` +
    drawBackdrop(random.pick(scene.backdrops), random, colours, x, y) +
    `<path d="${land('hills', 300, 26)}" fill="${colours.deep}" stroke="${colours.light}" stroke-opacity=".3"/>` +
    litIcon(x, y, scene.size, colours.ink) +
    drawProps(scene, colours, icons) +
    weather.air +
    `<path fill="url(#k)" d="${all}"/>` +
    banner(style, metal, icons);
  const body =
    `<path d="${frame(1)}" fill="url(#m)"/>` +
    `<path d="${frame(0.965)}" fill="${metal.ink}" opacity=".5"/>` +
    `<g clip-path="url(#c)">${art}</g>` +
    `<use href="#o" fill="none" stroke="${hex([0.14, 0.02, hue])}" stroke-width="2.5"/>` +
    `<path d="${frame(0.9)}" fill="none" stroke="url(#m)" stroke-width="1.5" stroke-opacity=".75"/>` +
    seal(card.rarity, metal);
  return picture(width, height, defs, body);
}

// A legendary frame reflects all colours, as a hologram does.
const foil = [82, 45, 350, 300, 235, 175, 120, 82].map(
  (hue, i) => [i / 7, hex([i % 2 === 0 ? 0.93 : 0.8, i % 7 === 0 ? 0.12 : 0.1, hue])] as const,
);

function metalStops(metal: Palette) {
  return [
    [0, metal.pale],
    [0.18, metal.light],
    [0.45, metal.glow],
    [0.62, metal.light],
    [1, metal.mid],
  ] as const;
}

function iconOf(icons: Readonly<Record<string, string>>, name: string): string {
  const svg = icons[name];
  if (!svg) throw new Error(`The icon "${name}" is missing in the file of icons of cards.`);
  return svg;
}

/** The icons beside the icon of the card. An icon that occurs twice is written once. */
function drawProps({ props }: CardSurroundings, colours: Palette, { icons }: CardIcons): string {
  const defined = new Set<string>();
  const fills: Record<Prop['tone'], string> = {
    light: 'url(#f)',
    glow: colours.light,
    spark: colours.spark,
    dark: colours.ink,
  };
  return props
    .map(({ icon, x: left, y: top, size, turn = 0, tone }) => {
      const id = `i${props.findIndex((prop) => prop.icon === icon)}`;
      const shape = defined.has(id) ? '' : `<defs><g id="${id}">${iconOf(icons, icon)}</g></defs>`;
      defined.add(id);
      const at = `translate(${n(left)} ${n(top)}) rotate(${turn}) scale(${(size / 512).toFixed(3)}) translate(-256 -256)`;
      const edge = tone === 'dark' ? colours.light : colours.ink;
      return (
        `${shape}<g transform="${at}"><use href="#${id}" fill="${edge}" stroke="${edge}" stroke-width="${tone === 'dark' ? 26 : 60}" stroke-linejoin="round" opacity="${tone === 'dark' ? '.75' : '.5'}"/>` +
        `<use href="#${id}" fill="${fills[tone]}"/></g>`
      );
    })
    .join('');
}

/** The banner of the game in the upper left corner. */
function banner({ colours, emblem }: GameStyle, metal: Palette, { emblems }: CardIcons): string {
  const cloth = { x: 74, top: 14, half: 30, foot: 104, end: 'swallow' } as const;
  return (
    `<path d="${clothPath(cloth)}" transform="translate(3 4)" fill="${colours.ink}" opacity=".45"/>` +
    `<path d="${clothPath(cloth)}" fill="${colours.mid}" stroke="${metal.light}" stroke-width="1.5"/>` +
    `<path d="${clothPath(cloth, 4)}" fill="${colours.deep}" stroke="${colours.light}" stroke-opacity=".55"/>` +
    `<g transform="translate(51 48) scale(.09)" fill="${colours.pale}">${iconOf(emblems, emblem)}</g>`
  );
}

/** The gem at the foot, with one dot on each side for each step of rarity. */
function seal(rarity: Rarity, metal: Palette): string {
  const rank = Object.keys(tones).indexOf(rarity);
  const y = 348;
  let pips = '';
  for (let i = 0; i < rank; i += 1) {
    pips += dot(x - 34 - i * 12, y, 3) + dot(x + 34 + i * 12, y, 3);
  }
  const gem = gems[rarity];
  return (
    `<path d="${gem(x, y, 22)}" fill="${metal.ink}" stroke="url(#m)" stroke-width="3"/>` +
    `<path d="${gem(x, y, 14)}" fill="url(#m)"/>` +
    `<path d="${gem(x - 2, y - 3, 6)}" fill="#fff" opacity=".75"/>` +
    `<path d="${pips}" fill="${metal.light}"/>`
  );
}
