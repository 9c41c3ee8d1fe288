import { describe, expect, it } from 'vitest';
import { gamesDatabaseAnswers, gamesDatabaseCalls } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createNode, createTerm, failure } from '#test/fixtures/catalog-provider-node.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { getPublisher } from '../companies/get-publisher.ts';
import { getGame } from '../games/get-game.ts';
import { importGames } from '../games/import-games.ts';
import { listGames } from '../games/list-games.ts';

const database = useDatabase();
type NodeParts = Parameters<typeof createNode> extends [unknown, ...infer Rest] ? Rest : never;
const newNode = (...parts: NodeParts) => createNode(database.db, ...parts);
const newTerm = () => createTerm(database.db);

describe('a source that fails', () => {
  async function askAnew(find: (term: string) => Promise<string[]>) {
    await find((await newTerm()).term);
  }

  it('is left alone after three failures in a row, each time for longer, until it answers', async () => {
    const { made, find, clock, log } = newNode();
    made.failWith(failure('unavailable'));
    for (let n = 0; n < 5; n += 1) await askAnew(find);
    expect(made.calls).toHaveLength(3);

    clock.advance(catalogProviderConstants.restMinMs - 1);
    await askAnew(find);
    expect(made.calls).toHaveLength(3);
    clock.advance(1);
    await askAnew(find);
    await askAnew(find);
    expect(made.calls).toHaveLength(4);
    clock.advance(catalogProviderConstants.restMinMs * 2 - 1);
    await askAnew(find);
    expect(made.calls).toHaveLength(4);

    clock.advance(1);
    made.failWith(null);
    await askAnew(find);
    await askAnew(find);
    expect(made.calls).toHaveLength(6);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('never rests for more than ten minutes', async () => {
    const { made, find, clock } = newNode();
    made.failWith(failure('unavailable'));
    for (let n = 0; n < 12; n += 1) {
      await askAnew(find);
      clock.advance(catalogProviderConstants.restMaxMs);
    }
    expect(made.calls).toHaveLength(12);
  });

  it('that fails many at once rests no longer for it', async () => {
    const { made, find, clock } = newNode();
    made.failWith(failure('unavailable'));
    made.hold();
    const terms = await Promise.all(
      Array.from({ length: catalogProviderConstants.callsAtOnce }, newTerm),
    );
    const asking = terms.map(({ term }) => find(term));
    await expect.poll(() => made.calls.length).toBe(catalogProviderConstants.callsAtOnce);
    made.release();
    await Promise.all(asking);
    clock.advance(catalogProviderConstants.restMinMs);
    await askAnew(find);
    expect(made.calls).toHaveLength(catalogProviderConstants.callsAtOnce + 1);
  });

  it('lets one call try, not everybody', async () => {
    const { made, find, waiting, clock } = newNode();
    made.failWith(failure('limited'));
    await askAnew(find);
    clock.advance(catalogProviderConstants.restMinMs);
    made.hold();
    const trial = askAnew(find);
    await waiting.pass(catalogProviderConstants.callMs);
    await askAnew(find);
    expect(made.calls).toHaveLength(2);
    made.release();
    await trial;
  });

  it.each([
    ['limited', 90_000, 90_000],
    ['limited', null, catalogProviderConstants.restMinMs],
    ['limited', 0, catalogProviderConstants.restMinMs],
    ['limited', 1e15, catalogProviderConstants.retryAfterMaxMs],
    ['refused', null, catalogProviderConstants.restMaxMs],
  ] as const)('%s for %s ms is not asked for %i ms', async (trouble, said, rest) => {
    const { made, find, clock, log } = newNode();
    made.failWith(failure(trouble, said));
    await askAnew(find);
    clock.advance(rest - 1);
    await askAnew(find);
    expect(made.calls).toHaveLength(1);
    clock.advance(1);
    await askAnew(find);
    expect(made.calls).toHaveLength(2);
    expect(log.warn.mock.calls.length + log.error.mock.calls.length).toBe(1);
  });

  it('tells the operator which setting is wrong', async () => {
    const { made, find, log } = newNode();
    made.failWith(failure('refused'));
    await askAnew(find);
    expect(log.error).toHaveBeenCalledWith(
      expect.anything(),
      expect.stringContaining('RAWG_API_KEY'),
    );
  });

  it('goes on being asked although a stranger names things that it cannot tell of', async () => {
    const { ctx, made, find, log } = newNode();
    made.failWith(failure('malformed'));
    for (const id of [111, 112, 113, 114]) await getGame(ctx, id).catch(() => undefined);
    await getPublisher(ctx, { id: 115, page: 1 }).catch(() => undefined);
    expect(made.calls).toHaveLength(5);
    expect(log.warn).toHaveBeenCalledTimes(5);
    made.failWith(null);
    const { term, theirs } = await newTerm();
    made.tell(theirs);
    expect(await find(term)).toEqual([theirs.name]);
  });

  it('tries again after a rest although the one call is for something that it cannot tell of', async () => {
    const { ctx, made, find, clock } = newNode();
    made.failWith(failure('limited'));
    await askAnew(find);
    clock.advance(catalogProviderConstants.restMinMs);
    made.failWith(failure('malformed'));
    await getGame(ctx, 116).catch(() => undefined);
    made.failWith(null);
    await askAnew(find);
    expect(made.calls).toHaveLength(3);
  });

  it('rests when none of its lists can be read', async () => {
    const { made, find } = newNode();
    made.failWith(failure('malformed'));
    for (let n = 0; n < 5; n += 1) await askAnew(find);
    expect(made.calls).toHaveLength(catalogProviderConstants.failuresInRow);
  });

  it('is not asked again and again for the one thing that cannot be read', async () => {
    const { made, find, clock } = newNode();
    const { term } = await newTerm();
    made.failWith(failure('malformed'));
    await find(term);
    await find(term);
    expect(made.calls).toHaveLength(1);
    made.failWith(null);
    await askAnew(find);
    expect(made.calls).toHaveLength(2);
    clock.advance(catalogProviderConstants.spoiledMs);
    await find(term);
    expect(made.calls).toHaveLength(3);
  });
});

describe('the plan of the source', () => {
  const setCalls = (calls: number) =>
    database.db
      .insert(gamesDatabaseCalls)
      .values({ month: '2026-03-01', calls })
      .onConflictDoUpdate({ target: gamesDatabaseCalls.month, set: { calls } });

  it('is counted by the month and not exceeded', async () => {
    const { made, find, clock, log } = newNode();
    await setCalls(catalogProviderConstants.callsPerMonth - 1);
    const last = await newTerm();
    await find(last.term);
    expect(made.calls).toHaveLength(1);
    for (let n = 0; n < 2; n += 1) {
      const { term, ours } = await newTerm();
      expect(await find(term)).toEqual([ours]);
    }
    expect(made.calls).toHaveLength(1);
    expect(log.warn).toHaveBeenCalledTimes(1);
    clock.advance(Date.parse('2026-04-01') - clock.now().getTime());
    await find((await newTerm()).term);
    expect(made.calls).toHaveLength(2);
    await setCalls(0);
  });

  it('is spread over the month as far as it goes into looking again', async () => {
    const { made, find, clock } = newNode();
    const { term, theirs } = await newTerm();
    made.tell(theirs);
    await find(term);
    clock.advance(catalogProviderConstants.freshMs);
    // On the 15th of 31 days.
    await setCalls(Math.floor((catalogProviderConstants.callsPerMonth * 15) / 31));
    expect(await find(term)).toEqual([theirs.name]);
    expect(made.calls).toHaveLength(1);
    await find((await newTerm()).term);
    expect(made.calls).toHaveLength(2);
    clock.advance(catalogProviderConstants.freshMs);
    await find(term);
    expect(made.calls).toHaveLength(3);
    await setCalls(0);
  });

  it('is not for one stranger alone to use up', async () => {
    const left = new Map<string, number>();
    const take = async (_: string, key: string) => {
      const points = left.get(key) ?? 4;
      if (points === 0) throw new AppError('rate-limited');
      left.set(key, points - 1);
    };
    const overrides = { rateLimiter: { take, giveBack: async () => {}, reset: async () => {} } };
    const stranger = newNode(undefined, overrides);
    const asked = [];
    for (let n = 0; n < 4; n += 1) {
      const { term, ours } = await newTerm();
      asked.push(term);
      const names = await stranger.find(term);
      expect(names).toEqual(n < 2 ? [] : [ours]);
    }
    expect(stranger.made.calls).toHaveLength(2);
    // What was asked before is renewed for anybody.
    stranger.clock.advance(catalogProviderConstants.freshMs);
    await stranger.find(asked[0] ?? '');
    expect(stranger.made.calls).toHaveLength(3);
    const other = newNode(stranger.made, overrides);
    other.ctx.request.address = '192.0.2.2';
    await other.find((await newTerm()).term);
    expect(other.made.calls).toHaveLength(4);
  });

  it('is for everybody where they ask for games and companies that we hold', async () => {
    const take = async () => {
      throw new AppError('rate-limited');
    };
    const { ctx, made } = newNode(undefined, {
      rateLimiter: { take, giveBack: async () => {}, reset: async () => {} },
    });
    const ours = generateGame();
    const publisher = { id: 71, slug: 'held', name: 'Held', description: '' };
    const bundle = generateBundle({ games: [ours], publishers: [publisher] });
    await importGames(createTestCtx(database.db), bundle);
    await getGame(ctx, ours.id);
    await getPublisher(ctx, { id: publisher.id, page: 1 });
    await getPublisher(ctx, { id: publisher.id, page: 2 });
    expect(made.calls.map((call) => call.split(' ')[0]).sort()).toEqual([
      'game',
      'list',
      'publisher',
    ]);
  });

  it('has the same share for what we hold as for looking again', async () => {
    const { ctx, made } = newNode();
    await setCalls(Math.floor((catalogProviderConstants.callsPerMonth * 15) / 31));
    const ours = generateGame();
    await importGames(createTestCtx(database.db), generateBundle({ games: [ours] }));
    await getGame(ctx, ours.id);
    expect(made.calls).toEqual([]);
    await getGame(ctx, 39_998).catch(() => undefined);
    expect(made.calls).toEqual(['game 39998']);
    await setCalls(0);
  });

  it.each([
    { search: 'zo' },
    { search: '!?' },
    { search: 'x'.repeat(101) },
    { genre: 'nonsense' },
    { page: catalogProviderConstants.pageMax + 1 },
  ])('is not used for %j', async (query) => {
    const { ctx, made } = newNode();
    await listGames(ctx, query);
    expect(made.calls).toEqual([]);
    const rows = await database.db.select().from(gamesDatabaseAnswers);
    expect(rows.filter(({ question }) => /nonsense|xxx|page=41|=zo$/.test(question))).toEqual([]);
  });
});
