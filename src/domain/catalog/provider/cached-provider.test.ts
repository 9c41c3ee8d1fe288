import { eq, like } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { gamesDatabaseAnswers } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { createFakeProvider, providerGame } from '#test/fakes/made-games-database.ts';
import { createNode, createTerm, failure } from '#test/fixtures/catalog-provider-node.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { getGame } from '../games/get-game.ts';
import { queryKey } from './provider-query.ts';
import { purgeOldAnswers } from './purge-old-answers.ts';

const database = useDatabase();
type NodeParts = Parameters<typeof createNode> extends [unknown, ...infer Rest] ? Rest : never;
const newNode = (...parts: NodeParts) => createNode(database.db, ...parts);
const newTerm = () => createTerm(database.db);
const troubles = ['unavailable', 'limited', 'refused', 'malformed'] as const;

describe('a question that was never asked', () => {
  it('is answered by the source, and then for a day without it', async () => {
    const { made, find, clock } = newNode();
    const { term, theirs } = await newTerm();
    made.tell(theirs);
    expect(await find(term)).toEqual([theirs.name]);
    clock.advance(catalogProviderConstants.freshMs - 1);
    expect(await find(term)).toEqual([theirs.name]);
    expect(made.calls).toHaveLength(1);
  });

  it('is one question however it is spelled', async () => {
    const { made, find } = newNode();
    const { term } = await newTerm();
    await find(term.toUpperCase());
    await find(`  ${term}!!`);
    expect(made.calls).toHaveLength(1);
  });

  it('falls back to what we hold when the source takes too long, whose answer is kept nevertheless', async () => {
    const { ctx, made, find, waiting } = newNode();
    const { term, ours, theirs } = await newTerm();
    made.tell(theirs);
    made.hold();
    const [names] = await Promise.all([
      find(term),
      waiting.pass(catalogProviderConstants.patienceMs),
    ]);
    expect(names).toEqual([ours]);
    made.release();
    await ctx.cachedProvider?.close();
    const later = newNode();
    expect(await later.find(term)).toEqual([theirs.name]);
    expect(later.made.calls).toEqual([]);
  });

  it('is waited for longer where we hold nothing', async () => {
    const { ctx, made, find, waiting } = newNode();
    made.hold();
    const [names] = await Promise.all([
      find('never held'),
      waiting.pass(catalogProviderConstants.longPatienceMs),
    ]);
    expect(names).toEqual([]);
    expect(waiting.isAwaited(catalogProviderConstants.patienceMs)).toBe(false);
    made.release();
    await ctx.cachedProvider?.close();
  });

  it.each(troubles)('falls back to what we hold when it is %s', async (trouble) => {
    const { made, find } = newNode();
    const { term, ours } = await newTerm();
    made.failWith(failure(trouble));
    expect(await find(term)).toEqual([ours]);
  });

  it('falls back when the call never ends, and can be asked again', async () => {
    const { made, find, waiting, clock } = newNode();
    const { term, ours, theirs } = await newTerm();
    made.tell(theirs);
    made.hold();
    const [names] = await Promise.all([find(term), waiting.pass(catalogProviderConstants.callMs)]);
    expect(names).toEqual([ours]);
    made.release();
    clock.advance(1);
    expect(await find(term)).toEqual([theirs.name]);
  });
});

describe('an answer of yesterday', () => {
  async function createStale() {
    const node = newNode();
    const { term, theirs } = await newTerm();
    node.made.tell(theirs);
    await node.find(term);
    node.clock.advance(catalogProviderConstants.freshMs + 1);
    const fresher = providerGame({ name: `Fresher ${term}` });
    node.made.forget(theirs.id);
    node.made.tell(fresher);
    return { ...node, term, theirs: theirs.name, fresher: fresher.name };
  }

  it('is replaced at once by a source that answers', async () => {
    const { find, term, fresher } = await createStale();
    expect(await find(term)).toEqual([fresher]);
  });

  it('is shown when the source is slow, and replaced when its answer comes', async () => {
    const { ctx, made, find, waiting, clock, term, theirs, fresher } = await createStale();
    made.hold();
    const [names] = await Promise.all([
      find(term),
      waiting.pass(catalogProviderConstants.patienceMs),
    ]);
    expect(names).toEqual([theirs]);
    made.release();
    await ctx.cachedProvider?.close();
    const later = newNode();
    later.clock.advance(clock.now().getTime() - later.clock.now().getTime());
    expect(await later.find(term)).toEqual([fresher]);
    expect(later.made.calls).toEqual([]);
  });

  it.each(troubles)('is shown when the source is %s', async (trouble) => {
    const { made, find, term, theirs } = await createStale();
    made.failWith(failure(trouble));
    expect(await find(term)).toEqual([theirs]);
    expect(await find(term)).toEqual([theirs]);
  });
});

describe('many readers', () => {
  it('of one question make one call, on one node and on two', async () => {
    const made = createFakeProvider();
    const [one, two] = [newNode(made), newNode(made)];
    const { term, theirs } = await newTerm();
    made.tell(theirs);
    made.hold();
    const reading = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).find(term));
    // The node that does not ask looks out for the other's answer.
    await Promise.race([
      one.waiting.pass(catalogProviderConstants.lookMs),
      two.waiting.pass(catalogProviderConstants.lookMs),
    ]);
    made.release();
    await expect.poll(async () => (await answersOf(term))[0]?.answeredAt ?? null).not.toBeNull();
    // Its next look finds it.
    void one.waiting.pass(catalogProviderConstants.lookMs);
    void two.waiting.pass(catalogProviderConstants.lookMs);
    expect(await Promise.all(reading)).toEqual(Array.from({ length: 20 }, () => [theirs.name]));
    expect(made.calls).toHaveLength(1);
  });

  it('are not kept waiting by a node that crashed while it asked', async () => {
    const crashed = newNode();
    const { term, ours, theirs } = await newTerm();
    crashed.made.hold();
    void crashed.find(term);
    await crashed.waiting.pass(catalogProviderConstants.patienceMs);

    const { made, find, waiting, clock } = newNode();
    made.tell(theirs);
    const reading = find(term);
    await waiting.pass(catalogProviderConstants.patienceMs);
    expect(await reading).toEqual([ours]);
    expect(made.calls).toEqual([]);

    clock.advance(catalogProviderConstants.claimMs);
    const after = newNode(made);
    after.clock.advance(catalogProviderConstants.claimMs);
    expect(await after.find(term)).toEqual([theirs.name]);
  });
});

const answersOf = (term: string) =>
  database.db
    .select()
    .from(gamesDatabaseAnswers)
    .where(
      eq(
        gamesDatabaseAnswers.question,
        queryKey({ kind: 'list', list: { search: term, page: 1, pageSize: 24 } }),
      ),
    );

describe('a crowd of questions', () => {
  it('has a few calls at once, and asks no more for those who have left meanwhile', async () => {
    const { made, find, clock } = newNode();
    const first = await Promise.all(
      Array.from({ length: catalogProviderConstants.callsAtOnce + 2 }, newTerm),
    );
    made.hold();
    const asking = first.map(({ term }) => find(term));
    await vi.waitUntil(() => made.calls.length === catalogProviderConstants.callsAtOnce);
    made.release();
    await Promise.all(asking);
    expect(made.calls).toHaveLength(first.length);

    const second = await Promise.all(
      Array.from({ length: catalogProviderConstants.callsAtOnce + 2 }, newTerm),
    );
    made.hold();
    const late = second.map(({ term }) => find(term));
    await vi.waitUntil(
      () => made.calls.length === first.length + catalogProviderConstants.callsAtOnce,
    );
    clock.advance(catalogProviderConstants.longPatienceMs + 1);
    made.release();
    await Promise.all(late);
    expect(made.calls).toHaveLength(first.length + catalogProviderConstants.callsAtOnce);
  });
});

describe('stopping', () => {
  it('waits for the calls under way, but not for ever, and begins none', async () => {
    const { ctx, made, find, waiting } = newNode();
    const { term, theirs } = await newTerm();
    made.tell(theirs);
    made.hold();
    const reading = find(term);
    await waiting.pass(catalogProviderConstants.callMs).then(() => made.release());
    await reading;
    made.hold();
    const again = find((await newTerm()).term);
    await vi.waitUntil(() => made.calls.length === 2);
    const closing = ctx.cachedProvider?.close();
    await waiting.pass(catalogProviderConstants.stopMs);
    await closing;
    await find((await newTerm()).term);
    expect(made.calls).toHaveLength(2);
    made.release();
    await again;
  });
});

describe('the night', () => {
  it('forgets what nobody asked for again in 30 days, and no game', async () => {
    const { ctx, made, clock } = newNode();
    const [old, young] = [providerGame(), providerGame()];
    made.tell(old, young);
    await getGame(ctx, old.id);
    clock.advance(catalogProviderConstants.keptMs);
    await getGame(ctx, young.id);
    clock.advance(1);
    await purgeOldAnswers(ctx);
    const rows = await database.db
      .select({ question: gamesDatabaseAnswers.question })
      .from(gamesDatabaseAnswers)
      .where(like(gamesDatabaseAnswers.question, 'games/%'));
    expect(rows).toEqual([{ question: `games/${young.id}` }]);
    made.failWith(failure('unavailable'));
    expect((await getGame(ctx, old.id)).name).toBe(old.name);
  });
});
