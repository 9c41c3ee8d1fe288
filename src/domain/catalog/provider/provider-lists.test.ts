import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { gameSearch, games } from '#database/schema.ts';
import { createFakeProvider, providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import {
  createServicesWithProvider,
  providerError,
} from '#test/fixtures/services-with-provider.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';

const database = useDatabase();
const newNode = (made = createFakeProvider()) => createServicesWithProvider(database.db, made);
const bundle = (values: Parameters<typeof generateBundle>[0]) =>
  importGames(createTestCtx(database.db), generateBundle(values));

describe('a list of the provider', () => {
  it('has the order, the pages and the count of the provider, up to our maximum', async () => {
    const { ctx, fake } = newNode();
    const all = Array.from({ length: 30 }, (_, n) =>
      providerGame({ name: `Listed Lapwing ${n}`, ratingsCount: n }),
    );
    fake.addGames(...all);
    const first = await listGames(ctx, { search: 'lapwing' });
    const second = await listGames(ctx, { search: 'lapwing', page: 2 });
    expect([...first.games, ...second.games].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect([first.total, second.total]).toEqual([30, 30]);
    const { listGames: list } = fake.provider;
    fake.provider.listGames = async (query) => ({ ...(await list(query)), total: 870_000 });
    expect((await listGames(ctx, { search: 'lapwing 1' })).total).toBe(10_001);
  });

  it('composes pages of other sizes from pages of the usual size, each requested once', async () => {
    const { ctx, fake } = newNode();
    const all = Array.from({ length: 60 }, (_, n) =>
      providerGame({ name: `Gathered Godwit ${n}` }),
    );
    fake.addGames(...all);
    const idsOf = async (page: number, perPage: number) => {
      const { games, total } = await listGames(ctx, { search: 'godwit', page, perPage });
      expect(total).toBe(60);
      return games.map(({ id }) => id);
    };
    const ids = all.map(({ id }) => id);
    expect(await idsOf(1, 50)).toEqual(ids.slice(0, 50));
    // The second and the third page are requested at the same time.
    const requestedQueries = fake.calls.toSorted().map((call) => JSON.parse(call.slice(5)));
    expect(requestedQueries).toEqual(
      [1, 2, 3].map((page) => ({ search: 'godwit', page, pageSize: 24 })),
    );
    expect(await idsOf(2, 50)).toEqual(ids.slice(50));
    expect(await idsOf(3, 10)).toEqual(ids.slice(20, 30));
    expect(await idsOf(1, 100)).toEqual(ids);
    expect(await idsOf(1, 24)).toEqual(ids.slice(0, 24));
    expect(fake.calls).toHaveLength(3);
    expect((await listGames(ctx, { search: 'godwit', perPage: 100 })).pagesMax).toBe(9);
  });

  it('has a game once on a page, also if answers of different ages repeat it', async () => {
    const { ctx, fake } = newNode();
    const all = Array.from({ length: 30 }, (_, n) => providerGame({ name: `Moved Merlin ${n}` }));
    const moved = [all.slice(0, 24), all.slice(23)];
    fake.provider.listGames = async ({ page }) => ({ games: moved[page - 1] ?? [], total: 31 });
    const { games } = await listGames(ctx, { search: 'merlin', perPage: 50 });
    expect(games.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('has the total of its first page also on a page beyond its end', async () => {
    const { ctx, fake } = newNode();
    fake.addGames(
      ...Array.from({ length: 30 }, (_, n) => providerGame({ name: `Ended Eider ${n}` })),
    );
    await listGames(ctx, { search: 'eider' });
    for (let n = 0; n < 2; n += 1) {
      expect(await listGames(ctx, { search: 'eider', page: 30 })).toMatchObject({
        games: [],
        total: 30,
      });
    }
    expect(fake.calls).toHaveLength(2);
    // If the list is shorter than its first page says, the total ends before the requested page.
    const { listGames: list } = fake.provider;
    fake.provider.listGames = async (query) =>
      query.page > 1 ? { games: [], total: null } : { ...(await list(query)), total: 500 };
    expect((await listGames(ctx, { search: 'eider 1', page: 3 })).total).toBe(48);
  });

  it('falls back to stored games beyond its end when its total is unknown', async () => {
    const { ctx, fake } = newNode();
    const { listGames: list } = fake.provider;
    fake.provider.listGames = async (query) => {
      if (query.page === 1) throw providerError('unavailable');
      return list(query);
    };
    await bundle({ games: [generateGame({ name: 'Lone Fulmar' })] });
    expect((await listGames(ctx, { search: 'fulmar', page: 9 })).total).toBe(1);
    expect((await listGames(ctx, { search: 'fulmar', page: 1 })).total).toBe(1);
  });

  it('is requested separately for each genre and order', async () => {
    const { ctx, fake } = newNode();
    await bundle({ games: [generateGame()] });
    fake.addGames(...Array.from({ length: 25 }, () => providerGame()));
    await listGames(ctx, { genre: 'action', order: 'relevance' });
    await listGames(ctx, { genre: 'action', order: 'released' });
    await listGames(ctx, { genre: 'action', order: 'name', page: 2 });
    expect(fake.calls.map((call) => JSON.parse(call.slice(5)))).toEqual([
      { genre: 'action', page: 1, pageSize: 24 },
      { genre: 'action', order: 'released', page: 1, pageSize: 24 },
      { genre: 'action', order: 'name', page: 2, pageSize: 24 },
    ]);
  });

  it('is stored although the provider repeats a game', async () => {
    const { ctx, fake } = newNode();
    const game = providerGame();
    const twice = [...game.genres, ...game.genres];
    fake.provider.listGames = async () => ({ games: [game, { ...game, genres: twice }], total: 2 });
    expect((await listGames(ctx, { search: 'repeated' })).games).toHaveLength(1);
  });

  it('shows the stored list and saves nothing when an answer cannot be stored', async () => {
    const { ctx, fake, log, find } = newNode();
    const [good, bad] = [providerGame({ name: 'Macaw' }), providerGame({ name: 'Mac\u0000aw' })];
    fake.addGames(good);
    fake.provider.listGames = async () => ({ games: [good, bad], total: 2 });
    expect(await find('macaw')).toEqual([]);
    expect(await find('macaw')).toEqual([]);
    expect(log.error).toHaveBeenCalledTimes(1);
    const rows = await database.db.select().from(games).where(eq(games.id, good.id));
    expect(rows).toEqual([]);
    expect((await getGame(ctx, good.id)).name).toBe('Macaw');
  });

  it('is saved by simultaneous nodes that got the same games in different orders', async () => {
    const all = Array.from({ length: 24 }, () => providerGame());
    const saving = Array.from({ length: 8 }, async (_, n) => {
      const { ctx, fake } = newNode();
      const mixed = n % 2 ? all : all.toReversed();
      fake.provider.listGames = async () => ({ games: mixed, total: 24 });
      for (let page = 1; page <= 4; page += 1) {
        const list = await listGames(ctx, { search: `mixed ${n}`, page });
        expect(list.games.map(({ id }) => id)).toEqual(mixed.map(({ id }) => id));
      }
    });
    await Promise.all(saving);
    const entries = await database.db
      .select()
      .from(gameSearch)
      .where(eq(gameSearch.gameId, all[0]?.id ?? 0));
    expect(entries).toHaveLength(1);
  });
});
