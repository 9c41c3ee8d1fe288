import { describe, expect, it } from 'vitest';
import { providerAnswers, providerCalls } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import {
  createSearchTerm,
  createServicesWithProvider,
  providerError,
} from '#test/fixtures/services-with-provider.ts';
import { getPublisher } from '../companies/get-publisher.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';

const database = useDatabase();
type NodeParts =
  Parameters<typeof createServicesWithProvider> extends [unknown, ...infer Rest] ? Rest : never;
const newNode = (...parts: NodeParts) => createServicesWithProvider(database.db, ...parts);
const newTerm = () => createSearchTerm(database.db);

describe('a provider that fails', () => {
  async function searchNewTerm(find: (term: string) => Promise<string[]>) {
    await find((await newTerm()).term);
  }

  it('is not called after three failures in a row, each time for longer, until it answers', async () => {
    const { fake, find, clock, log } = newNode();
    fake.failWith(providerError('unavailable'));
    for (let n = 0; n < 5; n += 1) await searchNewTerm(find);
    expect(fake.calls).toHaveLength(3);

    clock.advance(catalogProviderConstants.pauseMinMs - 1);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(3);
    clock.advance(1);
    await searchNewTerm(find);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(4);
    clock.advance(catalogProviderConstants.pauseMinMs * 2 - 1);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(4);

    clock.advance(1);
    fake.failWith(null);
    await searchNewTerm(find);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(6);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('is paused for ten minutes at most', async () => {
    const { fake, find, clock } = newNode();
    fake.failWith(providerError('unavailable'));
    for (let n = 0; n < 12; n += 1) {
      await searchNewTerm(find);
      clock.advance(catalogProviderConstants.pauseMaxMs);
    }
    expect(fake.calls).toHaveLength(12);
  });

  it('is not paused longer because several calls failed at once', async () => {
    const { fake, find, clock } = newNode();
    fake.failWith(providerError('unavailable'));
    fake.block();
    const terms = await Promise.all(
      Array.from({ length: catalogProviderConstants.concurrentCallsMax }, newTerm),
    );
    const searching = terms.map(({ term }) => find(term));
    await expect.poll(() => fake.calls.length).toBe(catalogProviderConstants.concurrentCallsMax);
    fake.release();
    await Promise.all(searching);
    clock.advance(catalogProviderConstants.pauseMinMs);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(catalogProviderConstants.concurrentCallsMax + 1);
  });

  it('gets a single trial call after a pause', async () => {
    const { fake, find, timer, clock } = newNode();
    fake.failWith(providerError('limited'));
    await searchNewTerm(find);
    clock.advance(catalogProviderConstants.pauseMinMs);
    fake.block();
    const trial = searchNewTerm(find);
    await timer.elapse(catalogProviderConstants.callTimeoutMs);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(2);
    fake.release();
    await trial;
  });

  it.each([
    ['limited', 90_000, 90_000],
    ['limited', null, catalogProviderConstants.pauseMinMs],
    ['limited', 0, catalogProviderConstants.pauseMinMs],
    ['limited', 1e15, catalogProviderConstants.retryAfterMaxMs],
    ['refused', null, catalogProviderConstants.pauseMaxMs],
  ] as const)('%s for %s ms is not searchedTerms for %i ms', async (trouble, said, rest) => {
    const { fake, find, clock, log } = newNode();
    fake.failWith(providerError(trouble, said));
    await searchNewTerm(find);
    clock.advance(rest - 1);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(1);
    clock.advance(1);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(2);
    expect(log.warn.mock.calls.length + log.error.mock.calls.length).toBe(1);
  });

  it('is logged with the name of the wrong setting', async () => {
    const { fake, find, log } = newNode();
    fake.failWith(providerError('refused'));
    await searchNewTerm(find);
    expect(log.error).toHaveBeenCalledWith(
      expect.anything(),
      expect.stringContaining('RAWG_API_KEY'),
    );
  });

  it('is not paused because clients request things that it cannot describe', async () => {
    const { ctx, fake, find, log } = newNode();
    fake.failWith(providerError('malformed'));
    for (const id of [111, 112, 113, 114]) await getGame(ctx, id).catch(() => undefined);
    await getPublisher(ctx, { id: 115, page: 1 }).catch(() => undefined);
    expect(fake.calls).toHaveLength(5);
    expect(log.warn).toHaveBeenCalledTimes(5);
    fake.failWith(null);
    const { term, theirs } = await newTerm();
    fake.addGames(theirs);
    expect(await find(term)).toEqual([theirs.name]);
  });

  it('is called again after a pause although the trial call got an unreadable answer', async () => {
    const { ctx, fake, find, clock } = newNode();
    fake.failWith(providerError('limited'));
    await searchNewTerm(find);
    clock.advance(catalogProviderConstants.pauseMinMs);
    fake.failWith(providerError('malformed'));
    await getGame(ctx, 116).catch(() => undefined);
    fake.failWith(null);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(3);
  });

  it('is paused when several lists in a row are unreadable', async () => {
    const { fake, find } = newNode();
    fake.failWith(providerError('malformed'));
    for (let n = 0; n < 5; n += 1) await searchNewTerm(find);
    expect(fake.calls).toHaveLength(catalogProviderConstants.consecutiveFailuresMax);
  });

  it('is not called again at once for an answer that cannot be read', async () => {
    const { fake, find, clock } = newNode();
    const { term } = await newTerm();
    fake.failWith(providerError('malformed'));
    await find(term);
    await find(term);
    expect(fake.calls).toHaveLength(1);
    fake.failWith(null);
    await searchNewTerm(find);
    expect(fake.calls).toHaveLength(2);
    clock.advance(catalogProviderConstants.unreadableAnswerMs);
    await find(term);
    expect(fake.calls).toHaveLength(3);
  });
});

describe('the monthly call budget', () => {
  const setCalls = (calls: number) =>
    database.db
      .insert(providerCalls)
      .values({ month: '2026-03-01', calls })
      .onConflictDoUpdate({ target: providerCalls.month, set: { calls } });

  it('counts the calls of a calendar month and is not exceeded', async () => {
    const { fake, find, clock, log } = newNode();
    await setCalls(catalogProviderConstants.callsPerMonth - 1);
    const last = await newTerm();
    await find(last.term);
    expect(fake.calls).toHaveLength(1);
    for (let n = 0; n < 2; n += 1) {
      const { term, ours } = await newTerm();
      expect(await find(term)).toEqual([ours]);
    }
    expect(fake.calls).toHaveLength(1);
    expect(log.warn).toHaveBeenCalledTimes(1);
    clock.advance(Date.parse('2026-04-01') - clock.now().getTime());
    await find((await newTerm()).term);
    expect(fake.calls).toHaveLength(2);
    await setCalls(0);
  });

  it('spreads renewals over the month', async () => {
    const { fake, find, clock } = newNode();
    const { term, theirs } = await newTerm();
    fake.addGames(theirs);
    await find(term);
    clock.advance(catalogProviderConstants.freshMs);
    // On the 15th of 31 days.
    await setCalls(Math.floor((catalogProviderConstants.callsPerMonth * 15) / 31));
    expect(await find(term)).toEqual([theirs.name]);
    expect(fake.calls).toHaveLength(1);
    await find((await newTerm()).term);
    expect(fake.calls).toHaveLength(2);
    clock.advance(catalogProviderConstants.freshMs);
    await find(term);
    expect(fake.calls).toHaveLength(3);
    await setCalls(0);
  });

  it('cannot be used up by one client', async () => {
    const left = new Map<string, number>();
    const take = async (_: string, key: string) => {
      const points = left.get(key) ?? 4;
      if (points === 0) throw new AppError('rate-limited');
      left.set(key, points - 1);
    };
    const overrides = { rateLimiter: { take, giveBack: async () => {}, reset: async () => {} } };
    const client = newNode(undefined, overrides);
    const searchedTerms = [];
    for (let n = 0; n < 4; n += 1) {
      const { term, ours } = await newTerm();
      searchedTerms.push(term);
      const names = await client.find(term);
      expect(names).toEqual(n < 2 ? [] : [ours]);
    }
    expect(client.fake.calls).toHaveLength(2);
    // Stored answers are renewed for every client.
    client.clock.advance(catalogProviderConstants.freshMs);
    await client.find(searchedTerms[0] ?? '');
    expect(client.fake.calls).toHaveLength(3);
    const other = newNode(client.fake, overrides);
    other.ctx.request.address = '192.0.2.2';
    await other.find((await newTerm()).term);
    expect(other.fake.calls).toHaveLength(4);
  });

  it('is available without rate limit for stored games and companies', async () => {
    const take = async () => {
      throw new AppError('rate-limited');
    };
    const { ctx, fake } = newNode(undefined, {
      rateLimiter: { take, giveBack: async () => {}, reset: async () => {} },
    });
    const ours = generateGame();
    const publisher = { id: 71, slug: 'held', name: 'Held', description: '' };
    const bundle = generateBundle({ games: [ours], publishers: [publisher] });
    await importGames(createTestCtx(database.db), bundle);
    await getGame(ctx, ours.id);
    await getPublisher(ctx, { id: publisher.id, page: 1 });
    await getPublisher(ctx, { id: publisher.id, page: 2 });
    expect(fake.calls.map((call) => call.split(' ')[0]).sort()).toEqual([
      'game',
      'list',
      'publisher',
    ]);
  });

  it('counts first answers about stored games as renewals', async () => {
    const { ctx, fake } = newNode();
    await setCalls(Math.floor((catalogProviderConstants.callsPerMonth * 15) / 31));
    const ours = generateGame();
    await importGames(createTestCtx(database.db), generateBundle({ games: [ours] }));
    await getGame(ctx, ours.id);
    expect(fake.calls).toEqual([]);
    await getGame(ctx, 39_998).catch(() => undefined);
    expect(fake.calls).toEqual(['game 39998']);
    await setCalls(0);
  });

  it.each([
    { search: 'zo' },
    { search: '!?' },
    { search: 'x'.repeat(101) },
    { genre: 'nonsense' },
    { page: catalogProviderConstants.pageMax + 1 },
  ])('is not used for the query %j', async (query) => {
    const { ctx, fake } = newNode();
    await listGames(ctx, query);
    expect(fake.calls).toEqual([]);
    const rows = await database.db.select().from(providerAnswers);
    expect(rows.filter(({ question }) => /nonsense|xxx|page=41|=zo$/.test(question))).toEqual([]);
  });
});
