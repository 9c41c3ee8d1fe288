/** The shop's genre filter, in its order. The slugs are RAWG's. */
export const shopGenres = [
  { slug: 'action', name: 'Action' },
  { slug: 'adventure', name: 'Adventure' },
  { slug: 'shooter', name: 'Shooter' },
  { slug: 'strategy', name: 'Strategy' },
  { slug: 'role-playing-games-rpg', name: 'RPG' },
  { slug: 'indie', name: 'Indie' },
  { slug: 'puzzle', name: 'Puzzle' },
  { slug: 'platformer', name: 'Platformer' },
] as const;
