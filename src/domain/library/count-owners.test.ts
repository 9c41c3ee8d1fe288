import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { gameOwners, games, ownedGames } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { countOwners } from './count-owners.ts';
import { listOwnedAmong } from './list-owned-among.ts';

const database = useDatabase();

beforeEach(async () => {
  await database.db.delete(ownedGames);
  await database.db.delete(gameOwners);
});

async function own(userId: string, ...gameIds: number[]) {
  const boughtAt = new Date('2026-03-01T00:00:00Z');
  await database.db
    .insert(ownedGames)
    .values(gameIds.map((gameId) => ({ userId, gameId, transferId: randomUUID(), boughtAt })));
}

const counts = () => database.db.select().from(gameOwners).orderBy(asc(gameOwners.gameId));

test('the owners of each game are counted, and counted again when there are more or fewer', async () => {
  const { db } = database;
  const [ann, ben] = await Promise.all([createPlayer(db), createPlayer(db)]);
  const [first, second, third] = await Promise.all([
    createGame(db),
    createGame(db),
    createGame(db),
  ]);
  await own(ann.id, first.id, second.id);
  await own(ben.id, second.id);
  expect(await countOwners({ db })).toBe(2);
  expect(await counts()).toEqual([
    { gameId: first.id, owners: 1 },
    { gameId: second.id, owners: 2 },
  ]);

  await own(ben.id, third.id);
  await db.delete(ownedGames).where(eq(ownedGames.userId, ann.id));
  expect(await countOwners({ db })).toBe(3);
  expect(await counts()).toEqual([
    { gameId: second.id, owners: 1 },
    { gameId: third.id, owners: 1 },
  ]);
});

test('what has not changed is not written', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const game = await createGame(db);
  await own(ann.id, game.id);
  expect(await countOwners({ db })).toBe(1);
  expect(await countOwners({ db })).toBe(0);
});

test('a game that the catalogue has lost is not counted', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const game = await createGame(db);
  await own(ann.id, game.id);
  await countOwners({ db });
  await db.delete(games).where(eq(games.id, game.id));
  await countOwners({ db });
  expect(await counts()).toEqual([]);
});

test('two nodes that count at once agree', async () => {
  const { db } = database;
  const ann = await createPlayer(db);
  const made = await Promise.all(Array.from({ length: 20 }, () => createGame(db)));
  await own(ann.id, ...made.map(({ id }) => id));
  await Promise.all([countOwners({ db }), countOwners({ db }), countOwners({ db })]);
  expect((await counts()).map(({ owners }) => owners)).toEqual(made.map(() => 1));
});

test('a player’s games are found among others, a visitor has none', async () => {
  const { db } = database;
  const [ann, ben] = await Promise.all([createPlayer(db), createPlayer(db)]);
  const [first, second, third] = await Promise.all([
    createGame(db),
    createGame(db),
    createGame(db),
  ]);
  await own(ann.id, first.id, third.id);
  await own(ben.id, second.id);
  const ids = [first.id, second.id, third.id, first.id, 1];
  const asked = (actor: typeof ann | null) => listOwnedAmong(createTestCtx(db, { actor }), ids);
  expect((await asked(ann)).sort((a, b) => a - b)).toEqual([first.id, third.id]);
  expect(await asked(ben)).toEqual([second.id]);
  expect(await asked(null)).toEqual([]);
  expect(await listOwnedAmong(createTestCtx(db, { actor: ann }), [])).toEqual([]);
});
