import { createSeededRandom, type Random } from '#catalog/seeded-random.ts';
import { pattern } from '../parts/background-patterns.ts';
import { type Palette, paletteFor, tellingGenre } from '../parts/colour-palettes.ts';
import { type Cloth, clothPath, endNames, lancet } from '../parts/hanging-cloth.ts';
import { getIconSvg } from '../parts/icon-svg.ts';
import { dot, embers, litIcon } from '../parts/light-effects.ts';
import { linear, n, picture, radial } from '../parts/svg-elements.ts';
import { silhouette, terrainsFor } from '../parts/terrain.ts';
import type { DrawnGame } from './game-cover.ts';

const width = 960;
const height = 540;
const floor = 462;
const all = `M0 0H${width}V${height}H0Z`;

/**
 * The detail of a game, 16:9: inside the hall, a large banner with the icon woven into it. Light
 * in the colours of the game falls through the windows beside it.
 */
export function drawDetail(game: DrawnGame): string {
  const genre = tellingGenre(game.genres.map(({ slug }) => slug));
  const colours = paletteFor(genre, game.mood, game.id);
  const random = createSeededRandom(`detail ${game.id}`);
  const side = random.pick([-1, 1]);
  const x = width / 2 + side * 118;
  const end = random.pick(endNames);
  const banner: Cloth = { x, top: 34, half: 162, foot: 404, end };
  const windows = [-1, -0.36].map((at) => ({ x: width / 2 + side * at * 372, r: 62 }));
  const pane = windows.map((window) => lancet(window.x, 372, window.r * 2, 330)).join('');
  const pennants: Cloth[] = [
    { x: x + side * 262, top: 60, half: 50, foot: 330, end },
    { x: width / 2 - side * 253, top: 84, half: 22, foot: 292, end },
  ];
  // As wide as both windows together, because the rest would not be visible.
  const land = silhouette(random.pick(terrainsFor(genre, game.mood)), random, {
    width: 380,
    height,
    top: 372,
    rise: 120,
    scale: 2,
  });
  const landX = Math.min(...windows.map((window) => window.x - window.r)) - 4;

  const defs =
    defsOf(colours, side, windows[0]?.x ?? 0) +
    folds(random, colours) +
    pattern(random, colours.pale) +
    `<path id="n" d="${pane}"/><clipPath id="c"><use href="#n"/></clipPath>` +
    `<path id="h" d="${clothPath(banner)}"/><g id="g">${getIconSvg(game.icon)}</g>`;
  const glass =
    `<use href="#n" fill="url(#w)"/>` +
    `<path d="${dot((windows[1]?.x ?? 0) - side * 4, 150, 30)}" fill="${colours.pale}" opacity=".8" clip-path="url(#c)"/>` +
    `<g clip-path="url(#c)"><path d="${land}" transform="translate(${n(landX)} 0)" fill="${colours.dusk}" opacity=".92"/></g>` +
    `<path d="${bars(windows)}" fill="none" stroke="${colours.ink}" stroke-width="4"/>` +
    `<use href="#n" fill="none" stroke="${colours.ink}" stroke-width="12"/>` +
    `<use href="#n" fill="none" stroke="${colours.light}" stroke-width="1.5" opacity=".65"/>`;
  const body =
    `<path d="${all}" fill="url(#s)"/>` +
    `<path d="${all}" fill="url(#p)" opacity=".045"/>` +
    glass +
    pennantsBody(pennants, colours) +
    floorBody(windows, side, colours) +
    greatBanner(banner, colours) +
    shafts(windows, side) +
    columns(side, colours) +
    `<path d="${all}" fill="url(#v)"/>` +
    embers(random, colours.pale, { width, height, count: 24, size: 1.6 });
  return picture(width, height, defs, body);
}

function defsOf(colours: Palette, side: number, lightX: number): string {
  const fromLight = side > 0 ? 'x2="1" y2="0"' : 'x1="1" x2="0" y2="0"';
  return (
    linear(
      's',
      [
        [0, colours.mid],
        [0.45, colours.deep],
        [1, colours.ink],
      ],
      fromLight,
    ) +
    linear('w', [
      [0, colours.mid],
      [0.4, colours.glow],
      [0.8, colours.light],
      [1, colours.spark],
    ]) +
    linear('b', [
      [0, colours.glow, 0.15],
      [0.42, colours.glow, 0.5],
      [1, colours.glow, 0.2],
    ]) +
    linear(
      'k',
      [
        [0, colours.dusk],
        [0.3, colours.deep],
        [1, colours.ink],
      ],
      fromLight,
    ) +
    linear(
      'z',
      [
        [0, colours.pale, 0.24],
        [0.4, colours.ink, 0],
        [1, colours.ink, 0.4],
      ],
      fromLight,
    ) +
    linear('f', [
      [0, '#fff'],
      [0.45, colours.pale],
      [1, colours.light],
    ]) +
    linear('e', [
      [0, colours.light],
      [1, colours.mid],
    ]) +
    linear('a', [
      [0, colours.pale, 0.3],
      [1, colours.light, 0],
    ]) +
    linear('q', [
      [0, colours.dusk],
      [1, colours.ink],
    ]) +
    radial('v', lightX * 0.35 + (width / 2) * 0.65, 220, 640, [
      [0.55, colours.ink, 0],
      [1, colours.ink, 0.62],
    ])
  );
}

/** The folds of the large banner, side by side: light on the ridges, dark between them. */
function folds(random: Random, { ink, pale }: Palette): string {
  const wide = random.between(0.15, 0.21);
  return linear(
    'o',
    [
      [0, ink, 0.38],
      [0.3, ink, 0.16],
      [random.between(0.55, 0.75), pale, 0.02],
      [1, pale, 0.12],
    ],
    `x2="${wide.toFixed(3)}" y2="0" spreadMethod="reflect"`,
  );
}

function greatBanner(cloth: Cloth, colours: Palette): string {
  const { x, top, half } = cloth;
  const [rod, reach] = [top - 6, half + 22];
  const gem = (at: number, r: number) => `M${n(at)} ${360 - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;
  return (
    `<use href="#h" fill="${colours.ink}" opacity=".4" transform="translate(0 16)"/>` +
    `<use href="#h" fill="${colours.mid}"/>` +
    `<use href="#h" fill="url(#b)"/>` +
    `<use href="#h" fill="url(#p)" opacity=".16"/>` +
    `<use href="#h" fill="url(#o)"/>` +
    `<path d="${clothPath(cloth, 13)}" fill="none" stroke="${colours.light}" stroke-width="5"/>` +
    `<path d="${clothPath(cloth, 22)}" fill="none" stroke="${colours.spark}" stroke-width="1.5"/>` +
    `<path d="${gem(x, 9)}${gem(x - 26, 5)}${gem(x + 26, 5)}" fill="${colours.spark}"/>` +
    litIcon(x, 204, 228, colours.ink) +
    `<use href="#h" fill="url(#o)" opacity=".3"/>` +
    `<use href="#h" fill="url(#z)"/>` +
    `<path d="M${n(x - reach)} ${rod}H${n(x + reach)}" stroke="${colours.ink}" stroke-width="13" stroke-linecap="round"/>` +
    `<path d="M${n(x - reach)} ${rod - 2}H${n(x + reach)}" stroke="${colours.light}" stroke-width="3" stroke-linecap="round" opacity=".8"/>` +
    `<path d="M${n(x - half + 20)} ${rod}V-4M${n(x + half - 20)} ${rod}V-4" stroke="${colours.ink}" stroke-width="4"/>` +
    `<path d="${dot(x - reach, rod, 8)}${dot(x + reach, rod, 8)}" fill="${colours.glow}"/>`
  );
}

/** The small banners in the background, with one path for each layer. */
function pennantsBody(cloths: readonly Cloth[], colours: Palette): string {
  const whole = cloths.map((cloth) => clothPath(cloth)).join('');
  const hems = cloths.map((cloth) => clothPath(cloth, 7)).join('');
  const rods = cloths
    .map(({ x, top, half }) => `M${n(x)} 0V${top}M${n(x - half - 8)} ${top}h${half * 2 + 16}`)
    .join('');
  return (
    `<path d="${rods}" stroke="${colours.ink}" stroke-width="5"/>` +
    `<path d="${whole}" fill="${colours.dusk}"/>` +
    `<path d="${hems}" fill="none" stroke="${colours.spark}" stroke-width="2" opacity=".6"/>`
  );
}

type Windows = readonly { x: number; r: number }[];

function bars(windows: Windows): string {
  return windows
    .map(({ x, r }) => `M${n(x)} 44V372M${n(x - r)} 292h${2 * r}M${n(x - r)} 196h${2 * r}`)
    .join('');
}

/** The beams of light from the windows through the dust to the floor in front of the banner. */
function shafts(windows: Windows, side: number): string {
  const d = windows
    .map(({ x, r }) => {
      const far = x + side * 330;
      return `M${n(x - r)} 372V140L${n(x + r)} 90L${n(far + r * 1.5)} ${height}H${n(far - r * 1.5)}Z`;
    })
    .join('');
  return `<path d="${d}" fill="url(#a)" opacity=".55"/>`;
}

function floorBody(windows: Windows, side: number, colours: Palette): string {
  let lines = '';
  for (let i = -6; i <= 6; i += 1) {
    lines += `M${width / 2 + i * 66} ${floor}l${i * 84} ${height - floor}`;
  }
  const pools = windows
    .map(({ x, r }) => {
      const far = x + side * 300;
      return `M${n(far - r * 1.2)} ${floor + 12}h${n(r * 2.4)}l${side * 60} 54h${n(-r * 2.6)}Z`;
    })
    .join('');
  return (
    `<path d="M0 ${floor}H${width}V${height}H0Z" fill="url(#q)"/>` +
    `<path d="${pools}" fill="${colours.light}" opacity=".22"/>` +
    `<path d="${lines}M0 ${floor + 26}H${width}M0 ${floor + 58}H${width}" stroke="${colours.ink}" opacity=".55"/>` +
    `<path d="M0 ${floor}H${width}" stroke="${colours.light}" opacity=".35"/>`
  );
}

/** The pillars in the foreground: dark, with a rim of light on the side of the windows. */
function columns(side: number, colours: Palette): string {
  const pillar = (x: number, half: number) =>
    `<path d="M${n(x - half)} ${height}V0H${n(x + half)}V${height}Z" fill="url(#k)"/>` +
    `<path d="M${n(x - side * half)} 0V${height}" stroke="${colours.spark}" stroke-width="3" opacity=".7"/>` +
    `<path d="M${n(x - side * half * 0.45)} 0V${height}M${n(x + side * half * 0.2)} 0V${height}" stroke="${colours.spark}" opacity=".16"/>` +
    `<path d="M${n(x - half - 10)} 500h${2 * half + 20}V540h${-2 * half - 20}ZM${n(x - half - 10)} 0h${2 * half + 20}V26h${-2 * half - 20}Z" fill="url(#k)"/>`;
  return pillar(width / 2 + side * 462, 40) + pillar(width / 2 - side * 478, 22);
}
