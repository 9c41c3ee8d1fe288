import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardSets } from '#catalog/card-sets.ts';
import { cards } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import {
  assertFairSet,
  calculateLegendaryOdds,
  calculateOdds,
  drawCard,
} from '../card-sets/draw-card.ts';
import { importCardSets } from '../card-sets/import-card-sets.ts';
import { listCardSet } from '../card-sets/list-card-set.ts';
import { findStackPage } from './find-stack-page.ts';
import { type InventoryRequest, listInventory } from './list-inventory.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

const kind = (id: string, rarity: Rarity) => ({ id, rarity });

/** Returns the given numbers, one at a time, and records the requested limits. */
function createFixedRandom(...values: number[]) {
  const requested: number[] = [];
  return {
    requested,
    integer(below: number) {
      requested.push(below);
      return values.shift() ?? 0;
    },
  };
}

describe('drawing a card', () => {
  const set = [kind('a', 'common'), kind('b', 'common'), kind('c', 'legendary')];

  it('draws each rarity exactly by its weight', () => {
    // A legendary card has 20 of 540 parts: 37,037 of a million.
    const random = createFixedRandom(37_037, 519, 1, 37_036, 0);
    expect(drawCard(set, random, 0).id).toBe('b');
    expect(drawCard(set, random, 0).id).toBe('c');
    expect(random.requested).toEqual([1_000_000, 520, 2, 1_000_000, 1]);
  });

  it('has rising odds of a legendary card from the 61st to the 120th card without one', () => {
    const full = rarities.map((rarity) => kind(rarity, rarity));
    const odds = Array.from({ length: 120 }, (_, before) => calculateLegendaryOdds(full, before));
    expect(odds.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 20_000));
    expect(odds[60]).toBe(36_333);
    const steps = odds.slice(60).map((value, step) => value - (odds[59 + step] ?? 0));
    for (const step of steps) expect([16_333, 16_334]).toContain(step);
    expect(odds[119]).toBe(1_000_000);
    expect(calculateLegendaryOdds(full, 500)).toBe(1_000_000);
    expect(drawCard(full, createFixedRandom(999_999), 119).rarity).toBe('legendary');
  });

  it('has no odds of a legendary card in a set without one, however long the streak', () => {
    const plain = [kind('a', 'common'), kind('b', 'rare')];
    expect(calculateLegendaryOdds(plain, 500)).toBe(0);
    expect(drawCard(plain, createFixedRandom(0, 519), 500).id).toBe('a');
  });

  it.each([0, 59, 60, 90, 119])('has odds that sum to one after %i cards', (before) => {
    const full = rarities.map((rarity) => kind(rarity, rarity));
    const sum = full.reduce((total, member) => total + calculateOdds(member, full, before), 0);
    expect(sum).toBeCloseTo(1, 10);
  });

  it('draws each kind as often as its displayed odds', () => {
    const drawn = new Map<string, number>();
    const rounds = 20_000;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = drawCard(set, { integer: (below) => randomInt(below) }, 0);
      drawn.set(id, (drawn.get(id) ?? 0) + 1);
    }
    for (const member of set) {
      // Six standard deviations: a false alarm once in five hundred million runs.
      const odds = calculateOdds(member, set);
      const spread = 6 * Math.sqrt((odds * (1 - odds)) / rounds);
      expect((drawn.get(member.id) ?? 0) / rounds).toBeGreaterThan(odds - spread);
      expect((drawn.get(member.id) ?? 0) / rounds).toBeLessThan(odds + spread);
    }
  });
});

describe('the odds of a set', () => {
  it.each(cardSets)('$id follow its rarities', ({ id, cards: kinds }) => {
    expect(() => assertFairSet(id, kinds)).not.toThrow();
    for (const rarer of kinds) {
      for (const lower of kinds) {
        if (rarities.indexOf(lower.rarity) >= rarities.indexOf(rarer.rarity)) continue;
        expect(calculateOdds(rarer, kinds)).toBeLessThanOrEqual(calculateOdds(lower, kinds));
      }
    }
  });

  it('are rejected, and nothing is saved, if an epic is more frequent than the rares', async () => {
    const rares = ['a', 'b', 'c', 'd'].map((id) => ({ ...kind(`unfair-${id}`, 'rare') }));
    const unfair = [...rares, kind('unfair-e', 'epic')].map((card) => ({
      ...card,
      name: card.id,
      description: '',
      picture: null,
    }));
    await expect(
      importCardSets(database, [{ id: 'unfair', gameId: 987_654, cards: unfair }]),
    ).rejects.toThrow('In the card set unfair, epic is more frequent than rare.');
    const { kinds } = await listCardSet(database, 987_654);
    expect(kinds.map(({ id }) => id)).not.toContain('unfair-a');
  });
});

describe('card sets', () => {
  it.each([
    [4291, 6],
    [1, 9],
  ])('of game %i have odds that sum to one', async (gameId, size) => {
    const { kinds } = await listCardSet(database, gameId);
    expect(kinds).toHaveLength(size);
    expect(kinds.reduce((sum, { odds }) => sum + odds, 0)).toBeCloseTo(1, 10);
  });
});

/** The whole inventory in its default order. */
const defaults = { q: '', rarity: null, duplicates: false, order: 'game' } as const;

describe('an inventory', () => {
  it('groups cards by game, counts duplicates and set progress, and is paged by stacks', async () => {
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

    const request = { ...defaults, userId: owner.id, perPage: 5 };
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
    /** Creates a player with two copies of a common card, a legendary and a rare card of two games. */
    async function createCollector() {
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
      const list = async (requested: Partial<InventoryRequest>) => {
        const request = { ...defaults, page: 1, perPage: 10, userId: owner.id, ...requested };
        const { items, found } = await listInventory(database, request);
        return { found, names: items.map(({ name }) => name) };
      };
      return { owner, zebra, apple, list };
    }

    it('is searched by card name and game name, without regard to case', async () => {
      const { list } = await createCollector();
      expect(await list({ q: 'CROW' })).toEqual({ found: 1, names: ['Crown'] });
      expect(await list({ q: 'zeb' })).toEqual({ found: 2, names: ['Boring', 'Crown'] });
      expect(await list({ q: 'nothing' })).toEqual({ found: 0, names: [] });
    });

    it('is searched without LIKE patterns', async () => {
      const { list } = await createCollector();
      expect((await list({ q: '100%' })).found).toBe(2);
      expect((await list({ q: '%' })).found).toBe(2);
      expect((await list({ q: '_' })).found).toBe(0);
      expect((await list({ q: '\\' })).found).toBe(0);
    });

    it('is filtered by rarity and duplicates, and its totals count all cards', async () => {
      const { owner, list } = await createCollector();
      const [dog] = (await listCardSet(database, 1)).kinds.filter(({ name }) => name === 'Dog');
      expect((await list({ rarity: dog?.rarity })).names).toContain('Dog');
      expect(await list({ duplicates: true })).toEqual({ found: 1, names: ['Boring'] });
      const request = { ...defaults, userId: owner.id, page: 1, perPage: 10, duplicates: true };
      const duplicates = await listInventory(database, request);
      expect(duplicates).toMatchObject({ kinds: 3, copies: 4, found: 1, pages: 1 });
      expect(duplicates.items[0]).toMatchObject({ collected: 2, setSize: 9, copies: 2 });
    });

    it('is sorted by game, newest, name, rarity or copies', async () => {
      const { list } = await createCollector();
      expect((await list({ order: 'game' })).names).toEqual(['Dog', 'Boring', 'Crown']);
      expect((await list({ order: 'newest' })).names).toEqual(['Dog', 'Crown', 'Boring']);
      expect((await list({ order: 'name' })).names).toEqual(['Boring', 'Crown', 'Dog']);
      expect((await list({ order: 'rarity' })).names[0]).toBe('Crown');
      expect((await list({ order: 'count' })).names[0]).toBe('Boring');
    });

    it('has a page for a stack in each order and filter', async () => {
      const { owner, zebra } = await createCollector();
      const request = {
        ...defaults,
        userId: owner.id,
        perPage: 1,
        stack: `${zebra.id}-default-crown`,
      };
      expect(await findStackPage(database, request)).toBe(3);
      expect(await findStackPage(database, { ...request, order: 'newest' })).toBe(2);
      expect(await findStackPage(database, { ...request, q: 'zebra', order: 'rarity' })).toBe(1);
      expect(await findStackPage(database, { ...request, duplicates: true })).toBeNull();
    });
  });
});
