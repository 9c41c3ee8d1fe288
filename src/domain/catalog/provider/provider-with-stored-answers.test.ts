import { eq, like } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { providerAnswers } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { createFakeProvider, providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createSearchTerm,
  createServicesWithProvider,
  providerError,
} from '#test/fixtures/services-with-provider.ts';
import { deleteOldRows } from '../../retention/delete-old-rows.ts';
import { getGame } from '../games/get-game.ts';
import { queryKey } from './build-provider-query.ts';

const database = useDatabase();
type NodeParts =
  Parameters<typeof createServicesWithProvider> extends [unknown, ...infer Rest] ? Rest : never;
const newNode = (...parts: NodeParts) => createServicesWithProvider(database.db, ...parts);
const newTerm = () => createSearchTerm(database.db);
const problems = ['unavailable', 'limited', 'refused', 'malformed'] as const;

describe('a query without a stored answer', () => {
  it('is sent to the provider once and answered from the database for a day', async () => {
    const { fake, find, clock } = newNode();
    const { term, theirs } = await newTerm();
    fake.addGames(theirs);
    expect(await find(term)).toEqual([theirs.name]);
    clock.advance(catalogProviderConstants.freshMs - 1);
    expect(await find(term)).toEqual([theirs.name]);
    expect(fake.calls).toHaveLength(1);
  });

  it('is sent once for all spellings of a search term', async () => {
    const { fake, find } = newNode();
    const { term } = await newTerm();
    await find(term.toUpperCase());
    await find(`  ${term}!!`);
    expect(fake.calls).toHaveLength(1);
  });

  it('shows stored games when the provider is slow, and still stores the late answer', async () => {
    const { ctx, fake, find, timer } = newNode();
    const { term, ours, theirs } = await newTerm();
    fake.addGames(theirs);
    fake.block();
    const [names] = await Promise.all([find(term), timer.elapse(catalogProviderConstants.waitMs)]);
    expect(names).toEqual([ours]);
    fake.release();
    await ctx.catalog.cachedProvider?.close();
    const later = newNode();
    expect(await later.find(term)).toEqual([theirs.name]);
    expect(later.fake.calls).toEqual([]);
  });

  it('waits longer when no stored games match', async () => {
    const { ctx, fake, find, timer } = newNode();
    fake.block();
    const [names] = await Promise.all([
      find('no such game'),
      timer.elapse(catalogProviderConstants.longWaitMs),
    ]);
    expect(names).toEqual([]);
    expect(timer.isWaiting(catalogProviderConstants.waitMs)).toBe(false);
    fake.release();
    await ctx.catalog.cachedProvider?.close();
  });

  it.each(problems)('shows stored games when the provider is %s', async (problem) => {
    const { fake, find } = newNode();
    const { term, ours } = await newTerm();
    fake.failWith(providerError(problem));
    expect(await find(term)).toEqual([ours]);
  });

  it('shows stored games when the call never ends, and can be sent again', async () => {
    const { fake, find, timer, clock } = newNode();
    const { term, ours, theirs } = await newTerm();
    fake.addGames(theirs);
    fake.block();
    const [names] = await Promise.all([
      find(term),
      timer.elapse(catalogProviderConstants.callTimeoutMs),
    ]);
    expect(names).toEqual([ours]);
    fake.release();
    clock.advance(1);
    expect(await find(term)).toEqual([theirs.name]);
  });
});

describe('an answer that is older than a day', () => {
  async function createStale() {
    const node = newNode();
    const { term, theirs } = await newTerm();
    node.fake.addGames(theirs);
    await node.find(term);
    node.clock.advance(catalogProviderConstants.freshMs + 1);
    const fresher = providerGame({ name: `Fresher ${term}` });
    node.fake.removeGame(theirs.id);
    node.fake.addGames(fresher);
    return { ...node, term, theirs: theirs.name, fresher: fresher.name };
  }

  it('is replaced at once when the provider answers', async () => {
    const { find, term, fresher } = await createStale();
    expect(await find(term)).toEqual([fresher]);
  });

  it('is shown when the provider is slow, and replaced when the new answer arrives', async () => {
    const { ctx, fake, find, timer, clock, term, theirs, fresher } = await createStale();
    fake.block();
    const [names] = await Promise.all([find(term), timer.elapse(catalogProviderConstants.waitMs)]);
    expect(names).toEqual([theirs]);
    fake.release();
    await ctx.catalog.cachedProvider?.close();
    const later = newNode();
    later.clock.advance(clock.now().getTime() - later.clock.now().getTime());
    expect(await later.find(term)).toEqual([fresher]);
    expect(later.fake.calls).toEqual([]);
  });

  it.each(problems)('is shown when the provider is %s', async (problem) => {
    const { fake, find, term, theirs } = await createStale();
    fake.failWith(providerError(problem));
    expect(await find(term)).toEqual([theirs]);
    expect(await find(term)).toEqual([theirs]);
  });
});

describe('simultaneous readers', () => {
  it('of one query cause one call, on one node and on two nodes', async () => {
    const sharedFake = createFakeProvider();
    const [one, two] = [newNode(sharedFake), newNode(sharedFake)];
    const { term, theirs } = await newTerm();
    sharedFake.addGames(theirs);
    sharedFake.block();
    const reading = Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).find(term));
    // One node calls the provider. The other one polls for its answer.
    await Promise.race([
      one.timer.elapse(catalogProviderConstants.pollMs),
      two.timer.elapse(catalogProviderConstants.pollMs),
    ]);
    sharedFake.release();
    await expect.poll(async () => (await answersOf(term))[0]?.answeredAt ?? null).not.toBeNull();
    // The next poll finds the answer.
    void one.timer.elapse(catalogProviderConstants.pollMs);
    void two.timer.elapse(catalogProviderConstants.pollMs);
    expect(await Promise.all(reading)).toEqual(Array.from({ length: 20 }, () => [theirs.name]));
    expect(sharedFake.calls).toHaveLength(1);
  });

  it('do not wait for a node that crashed during its call', async () => {
    const crashed = newNode();
    const { term, ours, theirs } = await newTerm();
    crashed.fake.block();
    void crashed.find(term);
    await crashed.timer.elapse(catalogProviderConstants.waitMs);

    const { fake, find, timer, clock } = newNode();
    fake.addGames(theirs);
    const reading = find(term);
    await timer.elapse(catalogProviderConstants.waitMs);
    expect(await reading).toEqual([ours]);
    expect(fake.calls).toEqual([]);

    clock.advance(catalogProviderConstants.claimMs);
    const after = newNode(fake);
    after.clock.advance(catalogProviderConstants.claimMs);
    expect(await after.find(term)).toEqual([theirs.name]);
  });
});

const answersOf = (term: string) =>
  database.db
    .select()
    .from(providerAnswers)
    .where(
      eq(
        providerAnswers.question,
        queryKey({ kind: 'list', list: { search: term, page: 1, pageSize: 24 } }),
      ),
    );

describe('many queries at once', () => {
  it('are sent a few at a time, and not at all after their readers have stopped waiting', async () => {
    const { fake, find, clock } = newNode();
    const first = await Promise.all(
      Array.from({ length: catalogProviderConstants.concurrentCallsMax + 2 }, newTerm),
    );
    fake.block();
    const searching = first.map(({ term }) => find(term));
    await vi.waitUntil(() => fake.calls.length === catalogProviderConstants.concurrentCallsMax);
    fake.release();
    await Promise.all(searching);
    expect(fake.calls).toHaveLength(first.length);

    const second = await Promise.all(
      Array.from({ length: catalogProviderConstants.concurrentCallsMax + 2 }, newTerm),
    );
    fake.block();
    const late = second.map(({ term }) => find(term));
    await vi.waitUntil(
      () => fake.calls.length === first.length + catalogProviderConstants.concurrentCallsMax,
    );
    clock.advance(catalogProviderConstants.longWaitMs + 1);
    fake.release();
    await Promise.all(late);
    expect(fake.calls).toHaveLength(first.length + catalogProviderConstants.concurrentCallsMax);
  });
});

describe('closing the provider', () => {
  it('waits for running calls for a limited time and starts no new ones', async () => {
    const { ctx, fake, find, timer } = newNode();
    const { term, theirs } = await newTerm();
    fake.addGames(theirs);
    fake.block();
    const reading = find(term);
    await timer.elapse(catalogProviderConstants.callTimeoutMs).then(() => fake.release());
    await reading;
    fake.block();
    const again = find((await newTerm()).term);
    await vi.waitUntil(() => fake.calls.length === 2);
    const closing = ctx.catalog.cachedProvider?.close();
    await timer.elapse(catalogProviderConstants.stopTimeoutMs);
    await closing;
    await find((await newTerm()).term);
    expect(fake.calls).toHaveLength(2);
    fake.release();
    await again;
  });
});

describe('the nightly purge', () => {
  it('deletes answers that were not used for 30 days, but no game', async () => {
    const { ctx, fake, clock } = newNode();
    const [old, young] = [providerGame(), providerGame()];
    fake.addGames(old, young);
    await getGame(ctx, old.id);
    clock.advance(catalogProviderConstants.answerRetentionMs);
    await getGame(ctx, young.id);
    clock.advance(1);
    await deleteOldRows(ctx);
    const rows = await database.db
      .select({ question: providerAnswers.question })
      .from(providerAnswers)
      .where(like(providerAnswers.question, 'games/%'));
    expect(rows).toEqual([{ question: `games/${young.id}` }]);
    fake.failWith(providerError('unavailable'));
    expect((await getGame(ctx, old.id)).name).toBe(old.name);
  });
});
