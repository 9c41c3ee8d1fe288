import type { Database } from '#db/client.ts';
import { importGames } from '#domain/catalogue/import-games.ts';
import { createCardSets, createClock, createPlayer } from './factories.ts';
import { madeBundle, madeGame } from './made-bundle.ts';

/** A name that would end a script, an attribute or a line of code. */
export const hostile = `</script><script>alert("1")</script> & 'it' \u2028 🎲 {{x}}`;
export const house = {
  id: 1_000_000_001,
  slug: 'house',
  name: 'Ours',
  description: 'An old house.',
};
export const studio = {
  id: 1_100_000_001,
  slug: 'studio',
  name: 'Ours',
  description: 'A small studio.',
};
export const evil = {
  id: 1_000_000_002,
  slug: 'evil',
  name: hostile,
  description: `By ${hostile}`,
};

export const rated = madeGame({
  name: 'Deep & Dark',
  released: '2020-02-03',
  rating: 4.47,
  ratingsCount: 2_000,
  description: `Down and down, ${'past lamps and ladders, '.repeat(12)}to the sea.`,
  genres: [
    { slug: 'massively-multiplayer', name: 'Massively Multiplayer' },
    { slug: 'role-playing-games-rpg', name: 'RPG' },
  ],
  platforms: [{ name: 'PC' }, { name: 'Linux' }],
  publisherIds: [house.id],
  developerIds: [studio.id],
  cover: '/art/covers/1-01234567.svg',
});
export const bare = madeGame({
  name: 'Bare',
  released: null,
  rating: 0,
  ratingsCount: null,
  genres: [],
  platforms: [],
});
export const longName = madeGame({
  name: `Longest ${'name '.repeat(40)}`,
  rating: 3,
  ratingsCount: 0,
});
export const evilGame = madeGame({
  name: hostile,
  description: hostile,
  genres: [{ slug: 'action', name: hostile }],
  platforms: [{ name: hostile }],
  publisherIds: [evil.id],
});

/** A small catalogue whose pages are there to be found, and an account, ada. */
export async function openStoreWindow(db: Database): Promise<void> {
  await createCardSets(db);
  const many = Array.from({ length: 30 }, (_, index) =>
    madeGame({ name: `Filler ${index}`, publisherIds: [house.id], developerIds: [studio.id] }),
  );
  await importGames(
    { db, clock: createClock() },
    madeBundle({
      games: [rated, bare, longName, evilGame, ...many],
      publishers: [house, evil],
      developers: [studio],
    }),
  );
  await createPlayer(db, { username: 'ada' });
}
