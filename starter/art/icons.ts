import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { compactPath } from './compact.ts';
import { faces } from './faces.ts';

const require = createRequire(import.meta.url);

const iconFile = require.resolve('@iconify-json/game-icons/icons.json');
const iconsSchema = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) });

// A game's glyph is in three pictures.
const drawn = new Map<string, string>();

let icons: z.infer<typeof iconsSchema>['icons'] | undefined;

/** Version of the icon package: pictures are drawn anew when it changes. */
export function iconPackageVersion(): string {
  const text = readFileSync(require.resolve('@iconify-json/game-icons/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Whether the package has an icon of this name. */
export function hasGlyph(name: string): boolean {
  return name in faces || name in readIcons();
}

/** SVG of an icon in a square of 512, without a colour of its own. Throws for an unknown name. */
export function glyph(name: string): string {
  const body = faces[name] ?? readIcons()[name]?.body;
  if (!body) throw new Error(`No icon is called "${name}".`);
  const known = drawn.get(name);
  if (known) return known;
  // What has very many points is fine-grained anyway, and may be rounded more.
  const step = body.length > 3200 ? 1 : 0.5;
  const compact = body
    .replaceAll(' fill="currentColor"', '')
    .replace(/ d="([^"]+)"/g, (_, d) => ` d="${compactPath(d, step)}"`);
  drawn.set(name, compact);
  return compact;
}

function readIcons() {
  icons ??= iconsSchema.parse(JSON.parse(readFileSync(iconFile, 'utf8'))).icons;
  return icons;
}
