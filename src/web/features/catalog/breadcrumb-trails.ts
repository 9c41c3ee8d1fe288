import type { ShopGenre } from '#shared/constants/catalog/genres.ts';
import type { Crumb } from '#web/ui/breadcrumb.tsx';

const shop: Crumb = { name: 'Shop', path: '/' };

/** The trail to the list of a genre; only the shop when the genre is unknown. */
export function buildGenreTrail(genres: readonly ShopGenre[], slug: string): Crumb[] {
  const genre = genres.find((known) => known.slug === slug);
  return genre ? [shop, { name: genre.name, path: `/?genre=${genre.slug}` }] : [shop];
}

/** The trail to a game, through the first of its genres that the shop lists. */
export function buildGameTrail(
  genres: readonly ShopGenre[],
  game: { id: number; name: string; genres: readonly { slug: string }[] },
): Crumb[] {
  const listed = game.genres.find(({ slug }) => genres.some((known) => known.slug === slug));
  return [
    ...buildGenreTrail(genres, listed?.slug ?? ''),
    { name: game.name, path: `/game-info/${game.id}` },
  ];
}

/** The trail to a publisher or a developer. */
export function buildCompanyTrail(
  kind: 'publisher' | 'developer',
  company: { id: number; name: string },
): Crumb[] {
  return [shop, { name: company.name, path: `/${kind}/${company.id}` }];
}
