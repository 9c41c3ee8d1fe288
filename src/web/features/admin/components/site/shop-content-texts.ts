import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';

/** The choices of what the shop holds. */
export const shopContentTexts: Record<ShopContent, { label: string; hint: string }> = {
  all: {
    label: 'All games',
    hint: 'The catalog that comes with Guildhall, the games database if one is set up, and games of this site.',
  },
  bundle: {
    label: 'The bundled catalog and games of this site',
    hint: 'The games database is not asked.',
  },
  'games-database': {
    label: 'The games database and games of this site',
    hint: 'Without games that only the bundled catalog has.',
  },
  own: {
    label: 'Only games of this site',
    hint: 'The shop is empty until you add or show games.',
  },
};
