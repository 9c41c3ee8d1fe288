import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { gameSearch, games } from '#database/schema.ts';
import { createFakeProvider, providerGame } from '#test/fakes/made-games-database.ts';
import { createNode, failure } from '#test/fixtures/catalog-provider-node.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';

const database = useDatabase();
const newNode = (made = createFakeProvider()) => createNode(database.db, made);
const bundle = (values: Parameters<typeof generateBundle>[0]) =>
  importGames(createTestCtx(database.db), generateBundle(values));

describe('a list that the source tells', () => {
  it('has its order, its pages and its count, as far as we count', async () => {
    const { ctx, made } = newNode();
    const all = Array.from({ length: 30 }, (_, n) =>
      providerGame({ name: `Listed Lapwing ${n}`, ratingsCount: n }),
    );
    made.tell(...all);
    const first = await listGames(ctx, { search: 'lapwing' });
    const second = await listGames(ctx, { search: 'lapwing', page: 2 });
    expect([...first.games, ...second.games].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect([first.total, second.total]).toEqual([30, 30]);
    const { listGames: list } = made.database;
    made.database.listGames = async (question) => ({ ...(await list(question)), total: 870_000 });
    expect((await listGames(ctx, { search: 'lapwing 1' })).total).toBe(10_001);
  });

  it('has pages of other sizes put together from the usual ones, which are asked for once', async () => {
    const { ctx, made } = newNode();
    const all = Array.from({ length: 60 }, (_, n) =>
      providerGame({ name: `Gathered Godwit ${n}` }),
    );
    made.tell(...all);
    const idsOf = async (page: number, perPage: number) => {
      const { games, total } = await listGames(ctx, { search: 'godwit', page, perPage });
      expect(total).toBe(60);
      return games.map(({ id }) => id);
    };
    const ids = all.map(({ id }) => id);
    expect(await idsOf(1, 50)).toEqual(ids.slice(0, 50));
    // The second and the third are asked for at once.
    const pagesAsked = made.calls.toSorted().map((call) => JSON.parse(call.slice(5)));
    expect(pagesAsked).toEqual([1, 2, 3].map((page) => ({ search: 'godwit', page, pageSize: 24 })));
    expect(await idsOf(2, 50)).toEqual(ids.slice(50));
    expect(await idsOf(3, 10)).toEqual(ids.slice(20, 30));
    expect(await idsOf(1, 100)).toEqual(ids);
    expect(await idsOf(1, 24)).toEqual(ids.slice(0, 24));
    expect(made.calls).toHaveLength(3);
    expect((await listGames(ctx, { search: 'godwit', perPage: 100 })).pagesMax).toBe(9);
  });

  it('has a game once on a page, also where answers of different hours repeat it', async () => {
    const { ctx, made } = newNode();
    const all = Array.from({ length: 30 }, (_, n) => providerGame({ name: `Moved Merlin ${n}` }));
    const moved = [all.slice(0, 24), all.slice(23)];
    made.database.listGames = async ({ page }) => ({ games: moved[page - 1] ?? [], total: 31 });
    const { games } = await listGames(ctx, { search: 'merlin', perPage: 50 });
    expect(games.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('beyond its end is as long as its first page says, not empty', async () => {
    const { ctx, made } = newNode();
    made.tell(...Array.from({ length: 30 }, (_, n) => providerGame({ name: `Ended Eider ${n}` })));
    await listGames(ctx, { search: 'eider' });
    for (let n = 0; n < 2; n += 1) {
      expect(await listGames(ctx, { search: 'eider', page: 30 })).toMatchObject({
        games: [],
        total: 30,
      });
    }
    expect(made.calls).toHaveLength(2);
    // By a list that has become shorter than its first page says, one is led to what is before.
    const { listGames: list } = made.database;
    made.database.listGames = async (question) =>
      question.page > 1 ? { games: [], total: null } : { ...(await list(question)), total: 500 };
    expect((await listGames(ctx, { search: 'eider 1', page: 3 })).total).toBe(48);
  });

  it('beyond its end is ours when its length is not known', async () => {
    const { ctx, made } = newNode();
    const { listGames: list } = made.database;
    made.database.listGames = async (question) => {
      if (question.page === 1) throw failure('unavailable');
      return list(question);
    };
    await bundle({ games: [generateGame({ name: 'Lone Fulmar' })] });
    expect((await listGames(ctx, { search: 'fulmar', page: 9 })).total).toBe(1);
    expect((await listGames(ctx, { search: 'fulmar', page: 1 })).total).toBe(1);
  });

  it('asks by genre and order, which are questions of their own', async () => {
    const { ctx, made } = newNode();
    await bundle({ games: [generateGame()] });
    made.tell(...Array.from({ length: 25 }, () => providerGame()));
    await listGames(ctx, { genre: 'action', order: 'relevance' });
    await listGames(ctx, { genre: 'action', order: 'released' });
    await listGames(ctx, { genre: 'action', order: 'name', page: 2 });
    expect(made.calls.map((call) => JSON.parse(call.slice(5)))).toEqual([
      { genre: 'action', page: 1, pageSize: 24 },
      { genre: 'action', order: 'released', page: 1, pageSize: 24 },
      { genre: 'action', order: 'name', page: 2, pageSize: 24 },
    ]);
  });

  it('bears a source that repeats itself', async () => {
    const { ctx, made } = newNode();
    const told = providerGame();
    const twice = [...told.genres, ...told.genres];
    made.database.listGames = async () => ({ games: [told, { ...told, genres: twice }], total: 2 });
    expect((await listGames(ctx, { search: 'repeated' })).games).toHaveLength(1);
  });

  it('leaves nothing of an answer that cannot be kept, and the list as we have it', async () => {
    const { ctx, made, log, find } = newNode();
    const [good, bad] = [providerGame({ name: 'Macaw' }), providerGame({ name: 'Mac\u0000aw' })];
    made.tell(good);
    made.database.listGames = async () => ({ games: [good, bad], total: 2 });
    expect(await find('macaw')).toEqual([]);
    expect(await find('macaw')).toEqual([]);
    expect(log.error).toHaveBeenCalledTimes(1);
    const rows = await database.db.select().from(games).where(eq(games.id, good.id));
    expect(rows).toEqual([]);
    expect((await getGame(ctx, good.id)).name).toBe('Macaw');
  });

  it('is kept by two who got the same games in another order', async () => {
    const all = Array.from({ length: 24 }, () => providerGame());
    const asked = Array.from({ length: 8 }, async (_, n) => {
      const { ctx, made } = newNode();
      const mixed = n % 2 ? all : all.toReversed();
      made.database.listGames = async () => ({ games: mixed, total: 24 });
      for (let page = 1; page <= 4; page += 1) {
        const list = await listGames(ctx, { search: `mixed ${n}`, page });
        expect(list.games.map(({ id }) => id)).toEqual(mixed.map(({ id }) => id));
      }
    });
    await Promise.all(asked);
    const told = await database.db
      .select()
      .from(gameSearch)
      .where(eq(gameSearch.gameId, all[0]?.id ?? 0));
    expect(told).toHaveLength(1);
  });
});
