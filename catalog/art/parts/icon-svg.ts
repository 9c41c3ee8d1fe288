import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { boundsOf, compactPath } from './compact-svg-path.ts';
import { ownIcons } from './own-icons.ts';

const require = createRequire(import.meta.url);

const iconFile = require.resolve('@iconify-json/game-icons/icons.json');
const iconsSchema = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) });

/** The prepared SVG by icon name. An icon of a game is drawn in several pictures. */
const svgByName = new Map<string, string>();

let icons: z.infer<typeof iconsSchema>['icons'] | undefined;

/** The side of the square in which icons are drawn. */
const boxSide = 512;
/** The share of the square that an enlarged icon should fill. */
const targetShare = 0.72;
/** Icons that fill less are enlarged by this power of the difference, so not completely. */
const enlargement = 0.45;
const scaleMax = 1.2;
/** A smaller enlargement is not visible. */
const scaleMin = 1.06;
/** An enlarged icon may be larger than the square, up to these sizes. */
const [widthMax, heightMax] = [600, 540];
/** Icons with longer paths have points so close together that a coarser grid is not visible. */
const longPathsFrom = 3_200;
/** Emblems are drawn in a tenth of this square. */
const emblemStep = 6;

/** The version of the icon package. `draw-pictures.ts` draws all pictures again when it changes. */
export function iconPackageVersion(): string {
  const text = readFileSync(require.resolve('@iconify-json/game-icons/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Whether an icon of this name exists, in the package or as one of our own. */
export function hasIcon(name: string): boolean {
  return name in ownIcons || name in readIcons();
}

/**
 * Returns the SVG elements of an icon for a view box of 512 × 512, without a colour. An icon that fills
 * little of this square is enlarged, up to 1.2 times, so that all icons look equally large.
 * @throws Error for an unknown name.
 */
export function getIconSvg(name: string): string {
  const body = ownIcons[name] ?? readIcons()[name]?.body;
  if (!body) throw new Error(`No icon is called "${name}".`);
  const cached = svgByName.get(name);
  if (cached) return cached;
  const gridStep = body.length > longPathsFrom ? 1 : 0.5;
  const compact = body
    .replaceAll(' fill="currentColor"', '')
    .replace(/ d="([^"]+)"/g, (_, d) => ` d="${compactPath(d, gridStep)}"`);
  const scaled = scaleToEqualSize(compact);
  svgByName.set(name, scaled);
  return scaled;
}

/** Like `getIconSvg`, with an outline coarse enough for a twelfth of a card's width. */
export function getEmblemSvg(name: string): string {
  return getIconSvg(name).replace(/ d="([^"]+)"/g, (_, d) => ` d="${compactPath(d, emblemStep)}"`);
}

function scaleToEqualSize(svg: string): string {
  const { left, right, top, bottom } = boundsOf(
    [...svg.matchAll(/ d="([^"]+)"/g)].map((m) => m[1] ?? ''),
  );
  const [width, height] = [right - left, bottom - top];
  const filledShare = (width * height) / boxSide ** 2;
  const scale = Math.min(
    scaleMax,
    (targetShare / filledShare) ** enlargement,
    widthMax / width,
    heightMax / height,
  );
  if (scale < scaleMin) return svg;
  const centre = boxSide / 2;
  const [x, y] = [centre - ((left + right) / 2) * scale, centre - ((top + bottom) / 2) * scale];
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(2)})">${svg}</g>`;
}

function readIcons() {
  icons ??= iconsSchema.parse(JSON.parse(readFileSync(iconFile, 'utf8'))).icons;
  return icons;
}
