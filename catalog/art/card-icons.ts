import { z } from 'zod';
import { rarities } from '../card-sets.ts';

/**
 * The SVG elements of all icons that cards show. The server draws cards from this file of the build,
 * because the package of icons is needed for building only.
 */
export const cardIconsSchema = z.object({
  /** The version of the manifest, of which eight digits are in the path of each card's picture. */
  version: z.string().min(8),
  /** By the name of the icon, in a square of 512. */
  icons: z.record(z.string(), z.string()),
  /** The names of the icons that editors choose for cards of the games of the site. */
  glyphs: z.array(z.string()),
  /** The icons of games, by name, with a coarser outline because they are drawn small. */
  emblems: z.record(z.string(), z.string()),
});

export type CardIcons = z.infer<typeof cardIconsSchema>;

/** The part of a picture's path that names a card with a chosen icon: `glyph-RARITY-ICON`. */
export function parseGlyphCard(name: string, { glyphs }: CardIcons) {
  const [, rarity, icon = ''] = /^glyph-([a-z]+)-([a-z-]+)$/.exec(name) ?? [];
  const known = rarities.find((one) => one === rarity);
  return known && glyphs.includes(icon) ? { rarity: known, icon } : null;
}

export const cardIconsFile = 'card-icons.json';

/** The part of the manifest's version that is in the paths of cards. */
export function cardVersion({ version }: Pick<CardIcons, 'version'>): string {
  return version.slice(0, 8);
}
