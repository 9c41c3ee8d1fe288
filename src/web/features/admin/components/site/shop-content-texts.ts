import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';

/** The choices of what the shop holds. */
export const shopContentTexts: Record<ShopContent, { label: string; hint: string }> = {
  all: {
    label: 'All games',
    hint: 'The catalog that comes with Guildhall, the games database if one is set up, and games of this site.',
  },
  own: {
    label: 'Only games of this site',
    hint: 'The shop is empty until you add or show games. A games database is not asked.',
  },
};
