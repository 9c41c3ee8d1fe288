import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const require = createRequire(import.meta.url);

const iconFile = require.resolve('@iconify-json/game-icons/icons.json');
const iconsSchema = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) });

let icons: z.infer<typeof iconsSchema>['icons'] | undefined;

/** Version of the icon package: pictures are drawn anew when it changes. */
export function iconPackageVersion(): string {
  const text = readFileSync(require.resolve('@iconify-json/game-icons/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Whether the package has an icon of this name. */
export function hasGlyph(name: string): boolean {
  return name in readIcons();
}

/** SVG of an icon in a square of 512, without a colour of its own. Throws for an unknown name. */
export function glyph(name: string): string {
  const icon = readIcons()[name];
  if (!icon) throw new Error(`No icon is called "${name}".`);
  return icon.body.replaceAll(' fill="currentColor"', '');
}

function readIcons() {
  icons ??= iconsSchema.parse(JSON.parse(readFileSync(iconFile, 'utf8'))).icons;
  return icons;
}
