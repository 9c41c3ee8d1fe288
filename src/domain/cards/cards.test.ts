import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#db/schema.ts';
import type { Rarity } from '#shared/rarity.ts';
import { useDatabase } from '#test/database.ts';
import { createCardSets, createGame, createPlayer } from '#test/factories.ts';
import { drawCard, oddsOf } from './draw-card.ts';
import { listCardSet } from './list-card-set.ts';
import { listInventory } from './list-inventory.ts';

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

    const first = await listInventory(database, { userId: owner.id, page: 1, perPage: 5 });
    const second = await listInventory(database, { userId: owner.id, page: 2, perPage: 5 });

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
});
