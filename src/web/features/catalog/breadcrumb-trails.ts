import { shopGenres } from '#shared/constants/genres.ts';
import type { Crumb } from '#web/ui/breadcrumb.tsx';

const shop: Crumb = { name: 'Shop', path: '/' };

/** The way to the list of a genre; an unknown one is not on any way. */
export function genreTrail(slug: string): Crumb[] {
  const genre = shopGenres.find((known) => known.slug === slug);
  return genre ? [shop, { name: genre.name, path: `/?genre=${genre.slug}` }] : [shop];
}

/** The way to a game, by the first of its genres that the shop lists. */
export function gameTrail(game: {
  id: number;
  name: string;
  genres: readonly { slug: string }[];
}): Crumb[] {
  const listed = game.genres.find(({ slug }) => shopGenres.some((known) => known.slug === slug));
  return [...genreTrail(listed?.slug ?? ''), { name: game.name, path: `/game-info/${game.id}` }];
}

/** The way to a publisher or a developer. */
export function companyTrail(
  kind: 'publisher' | 'developer',
  company: { id: number; name: string },
): Crumb[] {
  return [shop, { name: company.name, path: `/${kind}/${company.id}` }];
}

/** The way to a card. */
export function cardTrail(card: { id: string; name: string }): Crumb[] {
  return [
    { name: 'Market', path: '/community/market' },
    { name: card.name, path: `/community/market/cards/${card.id}` },
  ];
}
