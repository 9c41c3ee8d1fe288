import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { getGame } from './get-game.ts';
import { importGames } from './import-games.ts';
import { listRelatedGames } from './list-related-games.ts';

const database = useDatabase();

const studio = { id: 1_100_000_001, slug: 'studio', name: 'Studio', description: '' };
// The same studio with the id of the catalog provider.
const sameStudio = { ...studio, id: 77 };
const alone = { id: 1_100_000_002, slug: 'alone', name: 'Alone', description: '' };
const action = { slug: 'action', name: 'Action' };
const puzzle = { slug: 'puzzle', name: 'Puzzle' };

const game = generateGame({ genres: [action, puzzle], developerIds: [studio.id], ratingsCount: 9 });
const siblings = Array.from({ length: 8 }, (_, index) =>
  generateGame({
    genres: [puzzle],
    developerIds: [index % 2 ? studio.id : sameStudio.id],
    ratingsCount: index < 7 ? 100 + index : null,
  }),
);
const puzzles = Array.from({ length: 8 }, (_, index) =>
  generateGame({ genres: [puzzle], ratingsCount: 10 + index }),
);
const lonely = generateGame({ genres: [], developerIds: [alone.id] });
const actionOnly = generateGame({ genres: [action] });

beforeAll(async () => {
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({
      games: [game, ...siblings, ...puzzles, lonely, actionOnly],
      developers: [studio, sameStudio, alone],
    }),
  );
});

const idsOf = (games: readonly { id: number }[]) => games.map(({ id }) => id);

describe('related games', () => {
  it('are the most rated of the developer and of the specific genre, without duplicates and the game itself', async () => {
    const { byDeveloper, ofGenre } = await listRelatedGames(
      database,
      await getGame(database, game.id),
    );
    expect(byDeveloper.developer).toEqual({ id: studio.id, name: 'Studio' });
    expect(idsOf(byDeveloper.games)).toEqual(idsOf(siblings.slice(1, 7)).reverse());
    // The two games of the studio that did not fit into its own row can be listed here.
    expect(ofGenre.genre).toEqual(puzzle);
    expect(idsOf(ofGenre.games)).toEqual([siblings[0]?.id, ...idsOf(puzzles.slice(3)).reverse()]);
    expect(byDeveloper.games[0]).toEqual({
      id: siblings[6]?.id,
      name: siblings[6]?.name,
      released: '2020-02-03',
      rating: 3.5,
      backgroundImage: null,
    });
  });

  it('are empty for a game without a genre whose developer made no other game', async () => {
    const { byDeveloper, ofGenre } = await listRelatedGames(
      database,
      await getGame(database, lonely.id),
    );
    expect(byDeveloper).toEqual({ developer: { id: alone.id, name: 'Alone' }, games: [] });
    expect(ofGenre).toEqual({ genre: null, games: [] });
  });

  it('use a broad genre if there is no other, and need no developer', async () => {
    const { byDeveloper, ofGenre } = await listRelatedGames(
      database,
      await getGame(database, actionOnly.id),
    );
    expect(byDeveloper).toEqual({ developer: null, games: [] });
    expect(ofGenre.genre).toEqual(action);
    expect(idsOf(ofGenre.games)).toEqual([game.id]);
  });
});
