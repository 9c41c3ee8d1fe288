import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { gameOwners, games, ownedGames } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { countOwners } from './count-owners.ts';
import { listOwnedGameIds } from './list-owned-game-ids.ts';

const database = useDatabase();

beforeEach(async () => {
  await database.db.delete(ownedGames);
  await database.db.delete(gameOwners);
});

async function giveGames(userId: string, ...gameIds: number[]) {
  const boughtAt = new Date('2026-03-01T00:00:00Z');
  await database.db
    .insert(ownedGames)
    .values(gameIds.map((gameId) => ({ userId, gameId, transferId: randomUUID(), boughtAt })));
}

const findCounts = () => database.db.select().from(gameOwners).orderBy(asc(gameOwners.gameId));

test('the owners of each game are counted, and the counts change with the owners', async () => {
  const { db } = database;
  const [ann, ben] = await Promise.all([createPlayer(db), createPlayer(db)]);
  const [first, second, third] = await Promise.all([
    createGame(db),
    createGame(db),
    createGame(db),
  ]);
  await giveGames(ann.id, first.id, second.id);
  await giveGames(ben.id, second.id);
  expect(await countOwners({ db })).toBe(2);
  expect(await findCounts()).toEqual([
    { gameId: first.id, owners: 1 },
    { gameId: second.id, owners: 2 },
  ]);

  await giveGames(ben.id, third.id);
  await db.delete(ownedGames).where(eq(ownedGames.userId, ann.id));
  expect(await countOwners({ db })).toBe(3);
  expect(await findCounts()).toEqual([
    { gameId: second.id, owners: 1 },
    { gameId: third.id, owners: 1 },
  ]);
});

test('unchanged counts are not written', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const game = await createGame(db);
  await giveGames(ann.id, game.id);
  expect(await countOwners({ db })).toBe(1);
  expect(await countOwners({ db })).toBe(0);
});

test('a game that is no longer in the catalog is not counted', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const game = await createGame(db);
  await giveGames(ann.id, game.id);
  await countOwners({ db });
  await db.delete(games).where(eq(games.id, game.id));
  await countOwners({ db });
  expect(await findCounts()).toEqual([]);
});

test('nodes that count at the same time write the same counts', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const created = await Promise.all(Array.from({ length: 20 }, () => createGame(db)));
  await giveGames(ann.id, ...created.map(({ id }) => id));
  await Promise.all([countOwners({ db }), countOwners({ db }), countOwners({ db })]);
  expect((await findCounts()).map(({ owners }) => owners)).toEqual(created.map(() => 1));
});

test('the owned games among given ids are found, and a visitor owns none', async () => {
  const { db } = database;
  const [ann, ben] = await Promise.all([createPlayer(db), createPlayer(db)]);
  const [first, second, third] = await Promise.all([
    createGame(db),
    createGame(db),
    createGame(db),
  ]);
  await giveGames(ann.id, first.id, third.id);
  await giveGames(ben.id, second.id);
  const ids = [first.id, second.id, third.id, first.id, 1];
  const findOwned = (actor: typeof ann | null) =>
    listOwnedGameIds(createTestCtx(db, { actor }), ids);
  expect((await findOwned(ann)).sort((a, b) => a - b)).toEqual([first.id, third.id]);
  expect(await findOwned(ben)).toEqual([second.id]);
  expect(await findOwned(null)).toEqual([]);
  expect(await listOwnedGameIds(createTestCtx(db, { actor: ann }), [])).toEqual([]);
});
