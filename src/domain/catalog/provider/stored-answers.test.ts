import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { providerAnswers } from '#database/schema.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { ownsGame } from '#domain/game-library/owns-game.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createFakeProvider, providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import {
  createServicesWithProvider,
  providerError,
} from '#test/fixtures/services-with-provider.ts';
import { getDeveloper } from '../companies/get-developer.ts';
import { getPublisher } from '../companies/get-publisher.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';
import { listSitemapPages } from '../games/list-sitemap-pages.ts';

const database = useDatabase();
const newNode = (made = createFakeProvider()) => createServicesWithProvider(database.db, made);
const company = (id: number, slug: string) => ({ id, slug, name: `The ${slug}` });
const bundle = (values: Parameters<typeof generateBundle>[0]) =>
  importGames(createTestCtx(database.db), generateBundle(values));

describe('a game of the provider', () => {
  it('is stored completely and can be read, found and bought like any other game', async () => {
    const { ctx, fake, find } = newNode();
    const told = providerGame({
      name: 'Quixotic <b>Héron</b>',
      genres: [
        { slug: 'board-games', name: 'Board Games' },
        { slug: 'action', name: 'Action' },
      ],
      publishers: [company(11, 'told-house')],
      developers: [company(13, 'told-maker'), company(12, 'told-studio')],
      backgroundImageAdditional: 'https://media.example/more.jpg',
    });
    fake.addGames(told);
    expect(await getGame(ctx, told.id)).toMatchObject({
      name: 'Quixotic <b>Héron</b>',
      released: '2019-05-06',
      ratings: told.ratings,
      platforms: told.platforms,
      genres: told.genres,
      description: told.description,
      website: 'https://told.example/',
      backgroundImage: expect.stringMatching(
        new RegExp(`^/pictures/${told.id}/cover-[0-9a-f]{8}-640\\.webp$`),
      ),
      backgroundImageAdditional: expect.stringMatching(new RegExp(`^/pictures/${told.id}/scene-`)),
      publishers: [{ id: 11, name: 'The told-house' }],
      developers: [
        { id: 13, name: 'The told-maker' },
        { id: 12, name: 'The told-studio' },
      ],
    });
    fake.failWith(providerError('unavailable'));
    expect(await find('heron')).toEqual([told.name]);
    const actor = await createPlayer(database.db, { balance: 20_00 });
    await buyGame({ ...ctx, actor }, { gameId: told.id, key: randomUUID(), price: 9_99 });
    expect(await ownsGame({ ...ctx, actor }, told.id)).toBe(true);
  });

  it('keeps the details of its own answer when a list has fewer', async () => {
    const { ctx, fake, find } = newNode();
    const told = providerGame({
      name: 'Lessened Ibis',
      publishers: [company(21, 'ibis-house')],
      backgroundImageAdditional: 'https://media.example/ibis.jpg',
    });
    fake.addGames(told);
    const before = await getGame(ctx, told.id);
    const less = { ratings: [], metacritic: null, backgroundImage: null, publishers: [] };
    fake.addGames({ ...told, ...less, rating: 1.5 });
    expect(await find('ibis')).toEqual([told.name]);
    expect(await getGame(ctx, told.id)).toEqual({ ...before, rating: 1.5 });
    expect(before.platforms).toEqual([{ name: 'PC', minimum: 'Their minimum' }]);
  });

  it('replaces a bundled game, but keeps bundled texts and pictures that the provider does not have', async () => {
    const { ctx, fake } = newNode();
    const ours = generateGame({
      name: 'Our Jackdaw',
      description: 'Our words.',
      website: 'https://ours.example/',
      platforms: [{ name: 'PC', recommended: 'Ours' }, { name: 'Amiga' }],
      cover: '/art/jackdaw.svg',
      scene: '/art/jackdaw-scene.svg',
      detail: '/art/jackdaw-detail.svg',
      publisherIds: [1_000_000_031],
    });
    const house = { ...company(1_000_000_031, 'jackdaw-house'), description: 'Ours on it.' };
    await bundle({ games: [ours], publishers: [house] });
    const told = providerGame({
      id: ours.id,
      name: 'Their Jackdaw',
      description: '',
      website: null,
      backgroundImage: null,
      platforms: [{ name: 'Linux' }, { name: 'PC' }],
    });
    fake.addGames(told);
    const kept = await getGame(ctx, ours.id);
    expect(kept).toMatchObject({
      name: 'Their Jackdaw',
      rating: expect.closeTo(4.2, 5),
      description: 'Our words.',
      website: 'https://ours.example/',
      platforms: [{ name: 'Linux' }, { name: 'PC', recommended: 'Ours' }],
      backgroundImage: '/art/jackdaw.svg',
      backgroundImageAdditional: '/art/jackdaw-scene.svg',
      pictures: ['/art/jackdaw-detail.svg'],
      publishers: [{ id: house.id }],
    });
    await bundle({ games: [ours], publishers: [house] });
    expect((await getGame(ctx, ours.id)).name).toBe('Their Jackdaw');
  });

  it('is not requested again for a day if it does not exist', async () => {
    const { ctx, fake, clock } = newNode();
    for (let n = 0; n < 2; n += 1) {
      await expect(getGame(ctx, 39_999)).rejects.toMatchObject({ code: 'game-not-found' });
    }
    expect(fake.calls).toEqual(['game 39999']);
    fake.addGames(providerGame({ id: 39_999, name: 'New by now' }));
    clock.advance(catalogProviderConstants.freshMs);
    expect((await getGame(ctx, 39_999)).name).toBe('New by now');
  });

  it('is not reported as missing while the provider cannot be reached', async () => {
    const { ctx, fake } = newNode();
    fake.failWith(providerError('limited', 60_000));
    const unknown = {
      code: 'lookup-failed',
      status: 503,
      details: { retryAfterMs: catalogProviderConstants.retryMs },
    };
    // The provider fails, and then it is paused.
    for (const id of [39_995, 39_996]) {
      await expect(getGame(ctx, id)).rejects.toMatchObject(unknown);
    }
    await expect(getDeveloper(ctx, { id: 58, page: 1 })).rejects.toMatchObject({
      ...unknown,
      message: 'This developer cannot be looked up at the moment.',
    });
    const take = async () => {
      throw new AppError('rate-limited');
    };
    const limited = createServicesWithProvider(database.db, undefined, {
      rateLimiter: { take, giveBack: async () => {}, reset: async () => {} },
    });
    await expect(getGame(limited.ctx, 39_997)).rejects.toMatchObject(unknown);
    // An id of the bundled catalog is never requested.
    const own = { id: 1_000_000_057, page: 1 };
    await expect(getPublisher(ctx, own)).rejects.toMatchObject({ code: 'not-found' });
    const without = createTestCtx(database.db);
    await expect(getGame(without, 39_995)).rejects.toMatchObject({ code: 'game-not-found' });
  });

  it('changes its date only when its contents change', async () => {
    const { ctx, fake, clock } = newNode();
    const told = providerGame({
      platforms: [{ name: 'PC', minimum: 'Their minimum' }, { name: 'Linux' }],
      publishers: [company(25, 'dated-house')],
    });
    fake.addGames(told);
    const changedOn = async () => {
      await getGame(ctx, told.id);
      await listGames(ctx, { search: told.name });
      const listed = await listSitemapPages(ctx, { kind: 'game', part: 1, size: 10_000 });
      return listed.find(({ id }) => id === told.id)?.changedOn;
    };
    const first = await changedOn();
    clock.advance(catalogProviderConstants.freshMs);
    expect(await changedOn()).toBe(first);
    clock.advance(catalogProviderConstants.freshMs);
    fake.addGames({ ...told, released: null });
    expect(await changedOn()).toBe(clock.now().toISOString().slice(0, 10));
  });

  it('stays when the provider no longer has it', async () => {
    const { ctx, fake, clock } = newNode();
    const told = providerGame();
    fake.addGames(told);
    await getGame(ctx, told.id);
    fake.removeGame(told.id);
    clock.advance(catalogProviderConstants.freshMs);
    expect((await getGame(ctx, told.id)).name).toBe(told.name);
    expect(fake.calls).toHaveLength(2);
  });

  it('is shown with the data of a list when its own answer fails', async () => {
    const { ctx, fake, find } = newNode();
    const told = providerGame({ name: 'Known Kestrel' });
    fake.addGames(told);
    await find('kestrel');
    fake.failWith(providerError('unavailable'));
    expect(await getGame(ctx, told.id)).toMatchObject({ name: told.name, description: '' });
  });
});

describe('a company', () => {
  it('shows its games under the bundled id and under the provider’s id', async () => {
    const { ctx, fake } = newNode();
    const ours = { ...company(1_000_000_041, 'nightjar'), description: 'Ours on Nightjar.' };
    const moved = generateGame({ publisherIds: [ours.id], ratingsCount: 5 });
    const stayed = generateGame({ publisherIds: [ours.id], ratingsCount: 1 });
    await bundle({ games: [moved, stayed], publishers: [ours] });
    fake.addGames(providerGame({ id: moved.id, publishers: [company(41, 'nightjar')] }));
    await getGame(ctx, moved.id);
    fake.failWith(providerError('unavailable'));
    for (const id of [ours.id, 41]) {
      const page = await getPublisher(ctx, { id, page: 1 });
      expect(page).toMatchObject({ id, description: 'Ours on Nightjar.', total: 2 });
      expect(page.games.map((game) => game.id)).toEqual([moved.id, stayed.id]);
    }
    expect(fake.calls.filter((call) => call.includes(String(ours.id)))).toEqual([]);
  });

  it('that is not stored is requested together with its games, which are linked to it', async () => {
    const { ctx, fake, clock } = newNode();
    fake.addCompany({ ...company(51, 'oriole'), description: 'Theirs on Oriole.' });
    const told = providerGame({ developers: [company(51, 'oriole')] });
    fake.addGames(told);
    const page = await getDeveloper(ctx, { id: 51, page: 1 });
    expect(page).toMatchObject({ name: 'The oriole', description: 'Theirs on Oriole.', total: 1 });
    expect(page.games.map(({ id }) => id)).toEqual([told.id]);
    expect(fake.calls).toHaveLength(2);
    fake.failWith(providerError('refused'));
    clock.advance(catalogProviderConstants.answerRetentionMs);
    await database.db.delete(providerAnswers);
    expect((await getDeveloper(ctx, { id: 51, page: 1 })).games).toEqual(page.games);
  });

  it('that does not exist costs one call a day and no list', async () => {
    const { ctx, fake } = newNode();
    for (let n = 0; n < 2; n += 1) {
      await expect(getPublisher(ctx, { id: 59, page: 1 })).rejects.toMatchObject({ status: 404 });
    }
    expect(fake.calls).toEqual(['publisher 59']);
  });

  it('of the bundled catalog is not overwritten by a provider that uses its id', async () => {
    const { ctx, fake } = newNode();
    const ours = { ...company(1_000_000_061, 'petrel'), description: '' };
    await bundle({ publishers: [ours] });
    const told = providerGame({ publishers: [{ ...ours, name: 'Usurper' }, company(61, '')] });
    fake.addGames(told);
    expect((await getGame(ctx, told.id)).publishers).toEqual([{ id: 61, name: 'The ' }]);
    expect((await getPublisher(ctx, { id: ours.id, page: 1 })).name).toBe(ours.name);
  });
});
