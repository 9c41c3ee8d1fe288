import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { games } from '#database/schema.ts';
import { providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createServicesWithProvider } from '#test/fixtures/services-with-provider.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';
import { restoreBundledCovers } from './restore-bundled-covers.ts';

const database = useDatabase();
const drawn = {
  cover: '/art/covers/gannet.svg',
  scene: '/art/scenes/gannet.svg',
  detail: '/art/details/gannet.svg',
};
const run = (game: ReturnType<typeof generateGame>) =>
  importGames(createTestCtx(database.db), generateBundle({ games: [game] }));

async function replaceByProvider(name: string) {
  const ours = generateGame({ name, ...drawn });
  await run(ours);
  const { ctx, fake } = createServicesWithProvider(database.db);
  const backgroundImageAdditional = 'https://media.example/more.jpg';
  fake.addGames(providerGame({ id: ours.id, name, backgroundImageAdditional }));
  expect((await getGame(ctx, ours.id)).backgroundImage).toMatch(/^\/pictures\//);
  return ours;
}

it('a bundled game gets its bundled pictures back when the server starts without a catalog provider', async () => {
  const ours = await replaceByProvider('Restored Gannet');
  const ctx = createTestCtx(database.db);
  expect(await restoreBundledCovers(ctx)).toBe(1);
  expect(await getGame(ctx, ours.id)).toMatchObject({
    backgroundImage: drawn.cover,
    backgroundImageAdditional: drawn.scene,
    pictures: [drawn.detail],
  });
  const list = await listGames(ctx, { search: 'restored gannet' });
  expect(list.games.map(({ backgroundImage }) => backgroundImage)).toEqual([drawn.cover]);
  expect(await restoreBundledCovers(ctx)).toBe(0);
});

it('an import also stores the bundled pictures of a game that now comes from the catalog provider', async () => {
  const ours = await replaceByProvider('Redrawn Gannet');
  // Rows of an earlier version do not have the bundled pictures.
  await database.db
    .update(games)
    .set({ drawnCover: null, drawnScene: null, drawnPictures: [] })
    .where(eq(games.id, ours.id));
  await run({ ...ours, name: 'Ours', cover: '/art/covers/gannet-2.svg' });
  const ctx = createTestCtx(database.db);
  expect((await getGame(ctx, ours.id)).backgroundImage).toMatch(/^\/pictures\//);
  await restoreBundledCovers(ctx);
  expect(await getGame(ctx, ours.id)).toMatchObject({
    name: 'Redrawn Gannet',
    backgroundImage: '/art/covers/gannet-2.svg',
    pictures: [drawn.detail],
  });
});

it('a game without bundled pictures keeps the pictures of the catalog provider', async () => {
  const { ctx, fake } = createServicesWithProvider(database.db);
  const game = providerGame();
  fake.addGames(game);
  const before = await getGame(ctx, game.id);
  await restoreBundledCovers(ctx);
  expect(await getGame(createTestCtx(database.db), game.id)).toEqual(before);
});
