/** A genre of the shop. Its address has the slug. */
export interface ShopGenre {
  slug: string;
  name: string;
}

/** The shop's genres on a site that has not changed them, in their order. The slugs are RAWG's. */
export const shopGenres: readonly ShopGenre[] = [
  { slug: 'action', name: 'Action' },
  { slug: 'adventure', name: 'Adventure' },
  { slug: 'shooter', name: 'Shooter' },
  { slug: 'strategy', name: 'Strategy' },
  { slug: 'role-playing-games-rpg', name: 'RPG' },
  { slug: 'indie', name: 'Indie' },
  { slug: 'puzzle', name: 'Puzzle' },
  { slug: 'platformer', name: 'Platformer' },
];

export const shopGenreConstants = { genresMax: 20, nameMax: 30, slugMax: 50 } as const;
