import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gamesDatabaseAnswers } from '#database/schema.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { ownsGame } from '#domain/library/owns-game.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createFakeProvider, providerGame } from '#test/fakes/made-games-database.ts';
import { createNode, failure } from '#test/fixtures/catalog-provider-node.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { getDeveloper } from '../companies/get-developer.ts';
import { getPublisher } from '../companies/get-publisher.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';
import { listAddresses } from '../games/list-page-addresses.ts';

const database = useDatabase();
const newNode = (made = createFakeProvider()) => createNode(database.db, made);
const company = (id: number, slug: string) => ({ id, slug, name: `The ${slug}` });
const bundle = (values: Parameters<typeof generateBundle>[0]) =>
  importGames(createTestCtx(database.db), generateBundle(values));

describe('a game that the source tells of', () => {
  it('is kept whole, and read, found and bought like any other', async () => {
    const { ctx, made, find } = newNode();
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
    made.tell(told);
    expect(await getGame(ctx, told.id)).toMatchObject({
      name: 'Quixotic <b>Héron</b>',
      released: '2019-05-06',
      ratings: told.ratings,
      platforms: told.platforms,
      genres: told.genres,
      description: told.description,
      website: 'https://told.example/',
      backgroundImage: expect.stringMatching(/^\/pictures\/40001\/cover-[0-9a-f]{8}-640\.webp$/),
      backgroundImageAdditional: expect.stringMatching(/^\/pictures\/40001\/scene-/),
      publishers: [{ id: 11, name: 'The told-house' }],
      developers: [
        { id: 13, name: 'The told-maker' },
        { id: 12, name: 'The told-studio' },
      ],
    });
    made.failWith(failure('unavailable'));
    expect(await find('heron')).toEqual([told.name]);
    const actor = await createPlayer(database.db, { balance: 20_00 });
    await buyGame({ ...ctx, actor }, { gameId: told.id, key: randomUUID() });
    expect(await ownsGame({ ...ctx, actor }, told.id)).toBe(true);
  });

  it('keeps what its own answer told when a list tells less', async () => {
    const { ctx, made, find } = newNode();
    const told = providerGame({
      name: 'Lessened Ibis',
      publishers: [company(21, 'ibis-house')],
      backgroundImageAdditional: 'https://media.example/ibis.jpg',
    });
    made.tell(told);
    const before = await getGame(ctx, told.id);
    const less = { ratings: [], metacritic: null, backgroundImage: null, publishers: [] };
    made.tell({ ...told, ...less, rating: 1.5 });
    expect(await find('ibis')).toEqual([told.name]);
    expect(await getGame(ctx, told.id)).toEqual({ ...before, rating: 1.5 });
    expect(before.platforms).toEqual([{ name: 'PC', minimum: 'Their minimum' }]);
  });

  it('takes over a game of the bundle, whose words and pictures stay where it has none', async () => {
    const { ctx, made } = newNode();
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
    made.tell(told);
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

  it('is not found for a day when there is none, without another call', async () => {
    const { ctx, made, clock } = newNode();
    for (let n = 0; n < 2; n += 1) {
      await expect(getGame(ctx, 39_999)).rejects.toMatchObject({ code: 'game-not-found' });
    }
    expect(made.calls).toEqual(['game 39999']);
    made.tell(providerGame({ id: 39_999, name: 'New by now' }));
    clock.advance(catalogProviderConstants.freshMs);
    expect((await getGame(ctx, 39_999)).name).toBe('New by now');
  });

  it('is not said to be missing while nobody could be asked', async () => {
    const { ctx, made } = newNode();
    made.failWith(failure('limited', 60_000));
    const unknown = {
      code: 'lookup-failed',
      status: 503,
      details: { retryAfterMs: catalogProviderConstants.retryMs },
    };
    // By a source that fails, and by one that rests.
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
    const limited = createNode(database.db, undefined, {
      rateLimiter: { take, giveBack: async () => {}, reset: async () => {} },
    });
    await expect(getGame(limited.ctx, 39_997)).rejects.toMatchObject(unknown);
    // An id of ours is no question for the source.
    const own = { id: 1_000_000_057, page: 1 };
    await expect(getPublisher(ctx, own)).rejects.toMatchObject({ code: 'not-found' });
    const without = createTestCtx(database.db);
    await expect(getGame(without, 39_995)).rejects.toMatchObject({ code: 'game-not-found' });
  });

  it('has changed on the day on which something of it did, not whenever it is looked at', async () => {
    const { ctx, made, clock } = newNode();
    const told = providerGame({
      platforms: [{ name: 'PC', minimum: 'Their minimum' }, { name: 'Linux' }],
      publishers: [company(25, 'dated-house')],
    });
    made.tell(told);
    const changedOn = async () => {
      await getGame(ctx, told.id);
      await listGames(ctx, { search: told.name });
      const listed = await listAddresses(ctx, { kind: 'game', part: 1, size: 10_000 });
      return listed.find(({ id }) => id === told.id)?.changedOn;
    };
    const first = await changedOn();
    clock.advance(catalogProviderConstants.freshMs);
    expect(await changedOn()).toBe(first);
    clock.advance(catalogProviderConstants.freshMs);
    made.tell({ ...told, released: null });
    expect(await changedOn()).toBe(clock.now().toISOString().slice(0, 10));
  });

  it('stays when the source has lost it', async () => {
    const { ctx, made, clock } = newNode();
    const told = providerGame();
    made.tell(told);
    await getGame(ctx, told.id);
    made.forget(told.id);
    clock.advance(catalogProviderConstants.freshMs);
    expect((await getGame(ctx, told.id)).name).toBe(told.name);
    expect(made.calls).toHaveLength(2);
  });

  it('is shown from what a list told when its own answer does not come', async () => {
    const { ctx, made, find } = newNode();
    const told = providerGame({ name: 'Known Kestrel' });
    made.tell(told);
    await find('kestrel');
    made.failWith(failure('unavailable'));
    expect(await getGame(ctx, told.id)).toMatchObject({ name: told.name, description: '' });
  });
});

describe('a company', () => {
  it('shows its games under our id and under the source’s', async () => {
    const { ctx, made } = newNode();
    const ours = { ...company(1_000_000_041, 'nightjar'), description: 'Ours on Nightjar.' };
    const moved = generateGame({ publisherIds: [ours.id], ratingsCount: 5 });
    const stayed = generateGame({ publisherIds: [ours.id], ratingsCount: 1 });
    await bundle({ games: [moved, stayed], publishers: [ours] });
    made.tell(providerGame({ id: moved.id, publishers: [company(41, 'nightjar')] }));
    await getGame(ctx, moved.id);
    made.failWith(failure('unavailable'));
    for (const id of [ours.id, 41]) {
      const page = await getPublisher(ctx, { id, page: 1 });
      expect(page).toMatchObject({ id, description: 'Ours on Nightjar.', total: 2 });
      expect(page.games.map((game) => game.id)).toEqual([moved.id, stayed.id]);
    }
    expect(made.calls.filter((call) => call.includes(String(ours.id)))).toEqual([]);
  });

  it('that nobody heard of is asked for, with its games, which are linked with it', async () => {
    const { ctx, made, clock } = newNode();
    made.tellCompany({ ...company(51, 'oriole'), description: 'Theirs on Oriole.' });
    const told = providerGame({ developers: [company(51, 'oriole')] });
    made.tell(told);
    const page = await getDeveloper(ctx, { id: 51, page: 1 });
    expect(page).toMatchObject({ name: 'The oriole', description: 'Theirs on Oriole.', total: 1 });
    expect(page.games.map(({ id }) => id)).toEqual([told.id]);
    expect(made.calls).toHaveLength(2);
    made.failWith(failure('refused'));
    clock.advance(catalogProviderConstants.keptMs);
    await database.db.delete(gamesDatabaseAnswers);
    expect((await getDeveloper(ctx, { id: 51, page: 1 })).games).toEqual(page.games);
  });

  it('that there is not costs one call a day, and no list', async () => {
    const { ctx, made } = newNode();
    for (let n = 0; n < 2; n += 1) {
      await expect(getPublisher(ctx, { id: 59, page: 1 })).rejects.toMatchObject({ status: 404 });
    }
    expect(made.calls).toEqual(['publisher 59']);
  });

  it('of our own is not overwritten by a source that uses its id', async () => {
    const { ctx, made } = newNode();
    const ours = { ...company(1_000_000_061, 'petrel'), description: '' };
    await bundle({ publishers: [ours] });
    const told = providerGame({ publishers: [{ ...ours, name: 'Usurper' }, company(61, '')] });
    made.tell(told);
    expect((await getGame(ctx, told.id)).publishers).toEqual([{ id: 61, name: 'The ' }]);
    expect((await getPublisher(ctx, { id: ours.id, page: 1 })).name).toBe(ours.name);
  });
});
