import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';

/** The choices of what the shop holds, of which the first one means more with a games database. */
export const shopContentTexts: Record<ShopContent, { label: string; hint: string }> = {
  all: {
    label: 'All games',
    hint: 'The catalog that comes with Guildhall, the games database, and games of this site.',
  },
  bundle: {
    label: 'The bundled catalog',
    hint: 'The catalog that comes with Guildhall, and games of this site. A games database is not asked.',
  },
  own: {
    label: 'Only games of this site',
    hint: 'The shop is empty until you add or show games. A games database is not asked.',
  },
};

/** What 'All games' means while no key of a games database is set. */
export const allWithoutGamesDatabase =
  'The catalog that comes with Guildhall, and games of this site. With a key on the page Services also those of a games database.';
