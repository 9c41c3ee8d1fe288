import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#domain/context.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock, createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { buyGame } from './buy-game.ts';
import { findLibraryPage, type LibraryRequest, listLibrary } from './list-library.ts';

const database = useDatabase();
const defaults: LibraryRequest = { q: '', order: 'name', page: 1, perPage: 10 };
let ctx: Ctx;
/** Bought in the order Cats, Ants, Bees. */
let ids: { ants: number; bees: number; cats: number };

beforeAll(async () => {
  const clock = createClock();
  const actor = await createPlayer(database.db, { balance: 100_00 });
  ctx = { ...createTestCtx(database.db, { clock }), actor };
  const [cats, bees, ants] = [
    await createGame(database.db, { name: 'Cats 100%' }),
    await createGame(database.db, { name: 'Bees' }),
    await createGame(database.db, { name: 'Ants' }),
  ];
  for (const { id: gameId } of [cats, ants, bees]) {
    await buyGame(ctx, { gameId, key: randomUUID(), price: 9_99 });
    clock.advance(60_000);
  }
  ids = { ants: ants.id, bees: bees.id, cats: cats.id };
});

async function list(changes: Partial<LibraryRequest>) {
  const { games, ...rest } = await listLibrary(ctx, { ...defaults, ...changes });
  return { ...rest, ids: games.map(({ id }) => id) };
}

describe('a library', () => {
  it('is sorted by name or by the time of purchase', async () => {
    expect((await list({})).ids).toEqual([ids.ants, ids.bees, ids.cats]);
    expect((await list({ order: 'newest' })).ids).toEqual([ids.bees, ids.ants, ids.cats]);
  });

  it('is searched without regard to case, and LIKE patterns have no effect', async () => {
    expect(await list({ q: 'BEE' })).toEqual({ ids: [ids.bees], owned: 3, found: 1, pages: 1 });
    expect((await list({ q: '%' })).ids).toEqual([ids.cats]);
  });

  it('is paged, and the page of a game can be found', async () => {
    expect(await list({ page: 2, perPage: 2 })).toMatchObject({ ids: [ids.cats], pages: 2 });
    const findPage = (gameId: number, changes: Partial<LibraryRequest> = {}) =>
      findLibraryPage(ctx, { ...defaults, perPage: 1, ...changes, gameId });
    expect(await findPage(ids.cats)).toBe(3);
    expect(await findPage(ids.bees, { q: 'bees' })).toBe(1);
    expect(await findPage(ids.bees, { q: 'cats' })).toBeNull();
    expect(await findPage(1)).toBeNull();
  });

  it('returns at most a hundred games and a limited number of bytes of names', async () => {
    const owner = await createPlayer(database.db);
    await database.db.execute(sql`with made as (
        insert into games (id, slug, name, source)
        select 970000 + n, 'endless-' || n, repeat('Long ', 1000) || n, 'import'
        from generate_series(1, 120) as n returning id
      ) insert into owned_games (user_id, game_id, transfer_id, bought_at)
        select ${owner.id}::uuid, made.id, uuidv7(), now() from made`);
    const request = { ...defaults, perPage: 1_000 };
    const library = await listLibrary({ ...ctx, actor: owner }, request);
    expect(library).toMatchObject({ found: 120, pages: 2 });
    const bytes = library.games.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0);
    expect(bytes).toBeLessThanOrEqual(realmListConstants.textBytes);
    expect(bytes).toBeGreaterThan(realmListConstants.textBytes - 6_000);
    await database.db.execute(sql`update games set name = slug where id > 970000`);
    expect((await listLibrary({ ...ctx, actor: owner }, request)).games).toHaveLength(100);
  });

  it('is not available to visitors', async () => {
    const visitor = { ...ctx, actor: null };
    await expect(listLibrary(visitor, defaults)).rejects.toMatchObject({ code: 'login-required' });
  });
});
