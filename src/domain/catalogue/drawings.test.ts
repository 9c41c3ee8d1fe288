import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { games } from '#db/schema.ts';
import { useDatabase } from '#test/database.ts';
import { createTestCtx } from '#test/factories.ts';
import { toldGame } from '#test/fakes/made-games-database.ts';
import { createNode } from '#test/games-node.ts';
import { madeBundle, madeGame } from '#test/made-bundle.ts';
import { getGame } from './get-game.ts';
import { importGames } from './import-games.ts';
import { listGames } from './list-games.ts';
import { restoreDrawings } from './restore-drawings.ts';

const database = useDatabase();
const drawn = {
  cover: '/art/covers/gannet.svg',
  scene: '/art/scenes/gannet.svg',
  detail: '/art/details/gannet.svg',
};
const run = (game: ReturnType<typeof madeGame>) =>
  importGames(createTestCtx(database.db), madeBundle({ games: [game] }));

async function takenOver(name: string) {
  const ours = madeGame({ name, ...drawn });
  await run(ours);
  const { ctx, made } = createNode(database.db);
  const backgroundImageAdditional = 'https://media.example/more.jpg';
  made.tell(toldGame({ id: ours.id, name, backgroundImageAdditional }));
  expect((await getGame(ctx, ours.id)).backgroundImage).toMatch(/^\/pictures\//);
  return ours;
}

it('a game of the bundle has its drawn pictures again when the shop starts without a games database', async () => {
  const ours = await takenOver('Restored Gannet');
  const ctx = createTestCtx(database.db);
  expect(await restoreDrawings(ctx)).toBe(1);
  expect(await getGame(ctx, ours.id)).toMatchObject({
    backgroundImage: drawn.cover,
    backgroundImageAdditional: drawn.scene,
    pictures: [drawn.detail],
  });
  const list = await listGames(ctx, { search: 'restored gannet' });
  expect(list.games.map(({ backgroundImage }) => backgroundImage)).toEqual([drawn.cover]);
  expect(await restoreDrawings(ctx)).toBe(0);
});

it('an import tells the drawn pictures also of a game that a games database tells of by now', async () => {
  const ours = await takenOver('Redrawn Gannet');
  // As they were before the shop knew drawings apart.
  await database.db
    .update(games)
    .set({ drawnCover: null, drawnScene: null, drawnPictures: [] })
    .where(eq(games.id, ours.id));
  await run({ ...ours, name: 'Ours', cover: '/art/covers/gannet-2.svg' });
  const ctx = createTestCtx(database.db);
  expect((await getGame(ctx, ours.id)).backgroundImage).toMatch(/^\/pictures\//);
  await restoreDrawings(ctx);
  expect(await getGame(ctx, ours.id)).toMatchObject({
    name: 'Redrawn Gannet',
    backgroundImage: '/art/covers/gannet-2.svg',
    pictures: [drawn.detail],
  });
});

it('a game that nobody drew keeps the pictures that a games database named', async () => {
  const { ctx, made } = createNode(database.db);
  const told = toldGame();
  made.tell(told);
  const before = await getGame(ctx, told.id);
  await restoreDrawings(ctx);
  expect(await getGame(createTestCtx(database.db), told.id)).toEqual(before);
});
