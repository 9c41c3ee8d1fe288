import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { boundsOf, compactPath } from './compact-svg-path.ts';
import { faces } from './own-glyphs.ts';

const require = createRequire(import.meta.url);

const iconFile = require.resolve('@iconify-json/game-icons/icons.json');
const iconsSchema = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) });

// A cache, because the glyph of a game is in three pictures.
const drawn = new Map<string, string>();

let icons: z.infer<typeof iconsSchema>['icons'] | undefined;

/** The version of the icon package. All pictures are drawn again when it changes. */
export function iconPackageVersion(): string {
  const text = readFileSync(require.resolve('@iconify-json/game-icons/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Whether the package has an icon with this name. */
export function hasGlyph(name: string): boolean {
  return name in faces || name in readIcons();
}

/**
 * The SVG of an icon in a square of 512, without a colour. An icon that fills little of its
 * square is enlarged, by up to a fifth beyond the square, so that all icons look equally large.
 * @throws Error for an unknown name.
 */
export function glyph(name: string): string {
  const body = faces[name] ?? readIcons()[name]?.body;
  if (!body) throw new Error(`No icon is called "${name}".`);
  const known = drawn.get(name);
  if (known) return known;
  // An icon with very many points can be rounded more without a visible difference.
  const step = body.length > 3200 ? 1 : 0.5;
  const compact = body
    .replaceAll(' fill="currentColor"', '')
    .replace(/ d="([^"]+)"/g, (_, d) => ` d="${compactPath(d, step)}"`);
  const weighed = weigh(compact);
  drawn.set(name, weighed);
  return weighed;
}

function weigh(svg: string): string {
  const { left, right, top, bottom } = boundsOf(
    [...svg.matchAll(/ d="([^"]+)"/g)].map((m) => m[1] ?? ''),
  );
  const [width, height] = [right - left, bottom - top];
  const filled = (width * height) / 512 ** 2;
  const scale = Math.min(1.2, (0.72 / filled) ** 0.45, 600 / width, 540 / height);
  if (scale < 1.06) return svg;
  const [x, y] = [256 - ((left + right) / 2) * scale, 256 - ((top + bottom) / 2) * scale];
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(2)})">${svg}</g>`;
}

function readIcons() {
  icons ??= iconsSchema.parse(JSON.parse(readFileSync(iconFile, 'utf8'))).icons;
  return icons;
}
