import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { drawCard, oddsOf } from './draw-card.ts';
import { findStackPage } from './find-stack-page.ts';
import { listCardSet } from './list-card-set.ts';
import { type InventoryRequest, listInventory } from './list-inventory.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

const kind = (id: string, rarity: Rarity) => ({ id, rarity });

/** Hands out the given tickets, one by one. */
function tickets(...values: number[]) {
  const asked: number[] = [];
  return {
    asked,
    integer(below: number) {
      asked.push(below);
      return values.shift() ?? 0;
    },
  };
}

describe('drawing a card', () => {
  const set = [kind('a', 'common'), kind('b', 'common'), kind('c', 'legendary')];

  it('gives each rarity exactly its weight of tickets', () => {
    const random = tickets(499, 1, 500, 0);
    expect(drawCard(set, random).id).toBe('b');
    expect(drawCard(set, random).id).toBe('c');
    expect(random.asked).toEqual([520, 2, 520, 1]);
  });

  it('draws as often as the odds that are shown', () => {
    const drawn = new Map<string, number>();
    const rounds = 20_000;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = drawCard(set, { integer: (below) => randomInt(below) });
      drawn.set(id, (drawn.get(id) ?? 0) + 1);
    }
    for (const member of set) {
      // Six standard deviations: a false alarm once in five hundred million runs.
      const odds = oddsOf(member, set);
      const spread = 6 * Math.sqrt((odds * (1 - odds)) / rounds);
      expect((drawn.get(member.id) ?? 0) / rounds).toBeGreaterThan(odds - spread);
      expect((drawn.get(member.id) ?? 0) / rounds).toBeLessThan(odds + spread);
    }
  });
});

describe('card sets', () => {
  it.each([
    [4291, 6],
    [1, 9],
  ])('shows the set of game %i with odds that sum to one', async (gameId, size) => {
    const { kinds } = await listCardSet(database, gameId);
    expect(kinds).toHaveLength(size);
    expect(kinds.reduce((sum, { odds }) => sum + odds, 0)).toBeCloseTo(1, 10);
  });
});

/** The whole inventory in its usual order. */
const all = { q: '', rarity: null, duplicates: false, order: 'game' } as const;

describe('an inventory', () => {
  it('groups by game, counts duplicates and set progress, and pages by kinds', async () => {
    const owner = await createPlayer(database.db);
    const zebra = await createGame(database.db, { name: 'Zebra' });
    const apple = await createGame(database.db, { name: 'Apple' });
    const { kinds } = await listCardSet(database, 1);
    const give = (gameId: number, kindId: string | undefined, state: 'held' | 'listed' = 'held') =>
      database.db.insert(cards).values({
        ownerId: owner.id,
        kindId: kindId ?? '',
        gameId,
        state,
        origin: 'granted',
        createdAt: new Date(),
      });
    for (const { id } of kinds) await give(zebra.id, id);
    await give(apple.id, kinds[2]?.id);
    await give(apple.id, kinds[2]?.id);
    await give(apple.id, kinds[3]?.id, 'listed');

    const request = { ...all, userId: owner.id, perPage: 5 };
    const first = await listInventory(database, { ...request, page: 1 });
    const second = await listInventory(database, { ...request, page: 2 });

    expect(first).toMatchObject({ copies: 11, pages: 2 });
    expect(first.items.map(({ gameName, copies }) => [gameName, copies])).toEqual([
      ['Apple', 2],
      ['Zebra', 1],
      ['Zebra', 1],
      ['Zebra', 1],
      ['Zebra', 1],
    ]);
    expect(first.items[0]).toMatchObject({ collected: 1, setSize: 9 });
    expect(first.items[1]).toMatchObject({ collected: 9, setSize: 9 });
    expect(second.items).toHaveLength(5);
  });

  describe('with cards of two games', () => {
    /** Who holds, by game: a common card twice, a legendary one and a rare one. */
    async function collector() {
      const owner = await createPlayer(database.db);
      const zebra = await createGame(database.db, { name: 'Zebra 100%' });
      const apple = await createGame(database.db, { name: 'Apple' });
      const give = (gameId: number, kindId: string, day: number) =>
        createCard(database.db, {
          ownerId: owner.id,
          gameId,
          kindId,
          createdAt: new Date(Date.UTC(2026, 1, day)),
        });
      await give(zebra.id, 'default-boring', 1);
      await give(zebra.id, 'default-boring', 2);
      await give(zebra.id, 'default-crown', 3);
      await give(apple.id, 'default-dog', 4);
      const ask = async (asked: Partial<InventoryRequest>) => {
        const request = { ...all, page: 1, perPage: 10, userId: owner.id, ...asked };
        const { items, found } = await listInventory(database, request);
        return { found, names: items.map(({ name }) => name) };
      };
      return { owner, zebra, apple, ask };
    }

    it('finds cards by their name or their game, without regard to case', async () => {
      const { ask } = await collector();
      expect(await ask({ q: 'CROW' })).toEqual({ found: 1, names: ['Crown'] });
      expect(await ask({ q: 'zeb' })).toEqual({ found: 2, names: ['Boring', 'Crown'] });
      expect(await ask({ q: 'nothing' })).toEqual({ found: 0, names: [] });
    });

    it('takes what LIKE would read as a pattern for what it is', async () => {
      const { ask } = await collector();
      expect((await ask({ q: '100%' })).found).toBe(2);
      expect((await ask({ q: '%' })).found).toBe(2);
      expect((await ask({ q: '_' })).found).toBe(0);
      expect((await ask({ q: '\\' })).found).toBe(0);
    });

    it('is filtered by rarity and by duplicates, and still tells of the whole set', async () => {
      const { owner, ask } = await collector();
      const [dog] = (await listCardSet(database, 1)).kinds.filter(({ name }) => name === 'Dog');
      expect((await ask({ rarity: dog?.rarity })).names).toContain('Dog');
      expect(await ask({ duplicates: true })).toEqual({ found: 1, names: ['Boring'] });
      const request = { ...all, userId: owner.id, page: 1, perPage: 10, duplicates: true };
      const duplicates = await listInventory(database, request);
      expect(duplicates).toMatchObject({ kinds: 3, copies: 4, found: 1, pages: 1 });
      expect(duplicates.items[0]).toMatchObject({ collected: 2, setSize: 9, copies: 2 });
    });

    it('is ordered by game, newest, name, rarity or copies', async () => {
      const { ask } = await collector();
      expect((await ask({ order: 'game' })).names).toEqual(['Dog', 'Boring', 'Crown']);
      expect((await ask({ order: 'newest' })).names).toEqual(['Dog', 'Crown', 'Boring']);
      expect((await ask({ order: 'name' })).names).toEqual(['Boring', 'Crown', 'Dog']);
      expect((await ask({ order: 'rarity' })).names[0]).toBe('Crown');
      expect((await ask({ order: 'count' })).names[0]).toBe('Boring');
    });

    it('finds the page of a card in the order and filter asked for', async () => {
      const { owner, zebra } = await collector();
      const request = { ...all, userId: owner.id, perPage: 1, stack: `${zebra.id}-default-crown` };
      expect(await findStackPage(database, request)).toBe(3);
      expect(await findStackPage(database, { ...request, order: 'newest' })).toBe(2);
      expect(await findStackPage(database, { ...request, q: 'zebra', order: 'rarity' })).toBe(1);
      expect(await findStackPage(database, { ...request, duplicates: true })).toBeNull();
    });
  });
});
