import { createHash } from 'node:crypto';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';

/** RAWG's ids of genres. Clients have these numbers in their code. */
const genreIds: Record<string, number> = {
  ...{ action: 4, adventure: 3, shooter: 2, strategy: 10, 'role-playing-games-rpg': 5 },
  ...{ indie: 51, puzzle: 7, platformer: 83, casual: 40, simulation: 14, arcade: 11, racing: 1 },
  ...{ 'massively-multiplayer': 59, sports: 15, fighting: 6, family: 19, 'board-games': 28 },
  ...{ educational: 34, card: 17 },
};

/** RAWG's platforms by name: id and slug. */
const platforms: Record<string, readonly [id: number, slug: string]> = {
  ...{ PC: [4, 'pc'], macOS: [5, 'macos'], Linux: [6, 'linux'], Web: [171, 'web'] },
  ...{ iOS: [3, 'ios'], Android: [21, 'android'] },
  'PlayStation 5': [187, 'playstation5'],
  'PlayStation 4': [18, 'playstation4'],
  'PlayStation 3': [16, 'playstation3'],
  'PlayStation 2': [15, 'playstation2'],
  PlayStation: [27, 'playstation1'],
  'PS Vita': [19, 'ps-vita'],
  PSP: [17, 'psp'],
  'Xbox Series S/X': [186, 'xbox-series-x'],
  'Xbox One': [1, 'xbox-one'],
  'Xbox 360': [14, 'xbox360'],
  Xbox: [80, 'xbox-old'],
  'Nintendo Switch': [7, 'nintendo-switch'],
  'Nintendo 3DS': [8, 'nintendo-3ds'],
  'Nintendo DS': [9, 'nintendo-ds'],
  'Nintendo 64': [83, 'nintendo-64'],
  'Wii U': [10, 'wii-u'],
  Wii: [11, 'wii'],
  GameCube: [105, 'gamecube'],
  'Game Boy Advance': [24, 'game-boy-advance'],
  'SEGA Saturn': [107, 'sega-saturn'],
  Dreamcast: [106, 'dreamcast'],
  'Classic Macintosh': [55, 'macintosh'],
  'Commodore / Amiga': [166, 'commodore-amiga'],
};

const ratingIds: Record<string, number> = { exceptional: 5, recommended: 4, meh: 3, skip: 1 };

/** The id of a genre. For a genre that RAWG does not know, the id is derived from its slug. */
export function getGenreId(slug: string): number {
  return Object.hasOwn(genreIds, slug) ? (genreIds[slug] ?? 0) : deriveId(slug);
}

/** A platform with RAWG's id and slug. */
export function toPlatform(name: string): { id: number; name: string; slug: string } {
  const known = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
  if (known) return { id: known[0], name, slug: known[1] };
  const slug = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return { id: deriveId(slug), name, slug: slug.replaceAll(/^-|-$/g, '') };
}

/** The id of a rating; 0 if it is not one of RAWG's four. */
export function getRatingId(title: string): number {
  return Object.hasOwn(ratingIds, title) ? (ratingIds[title] ?? 0) : 0;
}

/** Derived ids start here, above all of RAWG's own ids. */
const derivedIdsFrom = 1_000_000;

function deriveId(text: string): number {
  return derivedIdsFrom + createHash('sha256').update(text).digest().readUIntBE(0, 3);
}

/**
 * The public ids of our own companies are lower than the internal ids by this number. Another Guildhall
 * that reads this API has its own companies under the internal ids and would reject ours.
 */
const publicIdOffset = 500_000_000;

/** The id of a company in responses. */
export function toPublicCompanyId(id: number): number {
  return id >= catalogProviderConstants.ownCompanyIdsFrom ? id - publicIdOffset : id;
}

/** The internal ids that a public id may mean, the most likely first; empty if the text is not an id. */
export function parseCompanyIds(text: string): number[] {
  if (!/^[1-9]\d{0,9}$/.test(text)) return [];
  const id = Number(text);
  const own = id + publicIdOffset;
  const isPublicIdOfOwn =
    id < catalogProviderConstants.ownCompanyIdsFrom &&
    own >= catalogProviderConstants.ownCompanyIdsFrom;
  return [id, ...(isPublicIdOfOwn ? [own] : [])].filter((one) => one <= 2_147_483_647);
}
