import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownedGames } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { craftBadge } from '../crafting/craft-badge.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { getCollection } from './get-collection.ts';
import { listCollections } from './list-collections.ts';

const database = useDatabase();
const defaultRequest = { q: '', order: 'name', filter: 'all' } as const;
const counterStrike = 4291;
const [door, smoke, flash] = [
  'csgo-first-through-the-door',
  'csgo-wall-of-smoke',
  'csgo-blinding-white',
];

const as = (actor: Actor) => createTestCtx(database.db, { actor });

async function listed(seller: Actor, gameId: number, kindId: string, price: number) {
  await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const offers = [{ gameId, kindId, price, copies: 1 }];
  await sellCards(as(seller), { offers, key: randomUUID() });
}

const own = ({ id: userId }: Actor, gameId: number) =>
  database.db
    .insert(ownedGames)
    .values({ userId, gameId, transferId: randomUUID(), boughtAt: new Date() });

beforeAll(async () => {
  await createCardSets(database.db);
  await createGame(database.db, { id: counterStrike, name: 'Counter-Strike' });
});

describe('a collection', () => {
  it('shows what is missing and what the cheapest listings of others cost', async () => {
    const [collector, seller] = [await createPlayer(database.db), await createPlayer(database.db)];
    const other = await createGame(database.db);
    await createCard(database.db, { ownerId: collector.id, gameId: counterStrike, kindId: door });
    await listed(collector, counterStrike, smoke, 1_00);
    // Listings of the missing card: two of other sellers, an own one, and one of another game.
    await listed(seller, counterStrike, flash, 3_00);
    await listed(seller, counterStrike, flash, 2_00);
    await listed(seller, other.id, flash, 50);
    await listed(seller, counterStrike, door, 10);
    await own(collector, counterStrike);
    await own(collector, other.id);

    const collection = await getCollection(as(collector), counterStrike);
    expect(collection).toMatchObject({
      game: { id: counterStrike, name: 'Counter-Strike' },
      collected: 1,
      setSize: 6,
      missing: 4,
      buyable: 1,
      cost: 2_00,
    });
    expect(collection.cards.slice(0, 3)).toMatchObject([
      { kindId: door, held: 1, listed: 0, cheapest: 10 },
      { kindId: smoke, held: 0, listed: 1, cheapest: null },
      { kindId: flash, held: 0, listed: 0, cheapest: 2_00 },
    ]);

    const all = await listCollections(as(collector), { ...defaultRequest, page: 1, perPage: 1 });
    expect(all).toMatchObject({
      owned: 2,
      pages: 2,
      games: [{ id: counterStrike, collected: 1, setSize: 6, missing: 4, buyable: 1, cost: 2_00 }],
    });
    const second = await listCollections(as(collector), { ...defaultRequest, page: 2, perPage: 1 });
    expect(second.games).toMatchObject([
      { id: other.id, collected: 0, setSize: 9, missing: 9, buyable: 0, cost: 0 },
    ]);
    const found = await listCollections(as(collector), {
      q: 'COUNTER',
      order: 'newest',
      filter: 'all',
      page: 1,
      perPage: 10,
    });
    expect(found).toMatchObject({ owned: 2, found: 1, pages: 1, games: [{ id: counterStrike }] });
  });

  it('is ordered by the completeness of the sets, ties by name', async () => {
    const collector = await createPlayer(database.db);
    const [alpha, beta, gamma] = [
      await createGame(database.db, { name: 'Alpha Ant' }),
      await createGame(database.db, { name: 'Beta Bee' }),
      await createGame(database.db, { name: 'Gamma Gnat' }),
    ];
    for (const { id } of [alpha, beta, gamma, { id: counterStrike }]) await own(collector, id);
    const give = (gameId: number, kindId: string) =>
      createCard(database.db, { ownerId: collector.id, gameId, kindId });
    // 2 of 6 is more than 2 of 9. Copies count once; cards of another set and cards for sale do not count.
    await give(counterStrike, door);
    await give(counterStrike, smoke);
    await give(counterStrike, 'default-crown');
    await give(counterStrike, 'default-cat');
    for (const kindId of ['default-crown', 'default-cat']) await give(gamma.id, kindId);
    for (const _ of [1, 2, 3]) await give(beta.id, 'default-crown');
    await listed(collector, beta.id, 'default-dog', 1_00);

    const shown = async (page: number, perPage: number, q = '') => {
      const asked = { q, order: 'completeness', filter: 'all', page, perPage } as const;
      const { games } = await listCollections(as(collector), asked);
      return games.map(({ name, collected }) => `${name} ${collected}`);
    };
    const ordered = ['Counter-Strike 2', 'Gamma Gnat 2', 'Beta Bee 1', 'Alpha Ant 0'];
    expect(await shown(1, 10)).toEqual(ordered);
    expect(await shown(2, 3)).toEqual(ordered.slice(3));
    expect(await shown(1, 10, 'a')).toEqual(['Gamma Gnat 2', 'Beta Bee 1', 'Alpha Ant 0']);
    await give(alpha.id, 'default-crown');
    expect((await shown(1, 10)).slice(2)).toEqual(['Alpha Ant 1', 'Beta Bee 1']);
  });

  it('is filtered by complete and nearly complete sets, with the level of each badge', async () => {
    const collector = await createPlayer(database.db);
    const [full, nearly, empty] = [
      await createGame(database.db, { name: 'Full' }),
      await createGame(database.db, { name: 'Nearly' }),
      await createGame(database.db, { name: 'None' }),
    ];
    for (const { id } of [full, nearly, empty]) await own(collector, id);
    const kinds = await listCardKinds(database.db, full.id);
    const give = (gameId: number, kindId: string) =>
      createCard(database.db, { ownerId: collector.id, gameId, kindId });
    for (const { id } of [...kinds, ...kinds]) await give(full.id, id);
    for (const { id } of kinds.slice(2)) await give(nearly.id, id);
    await give(empty.id, kinds[0]?.id ?? '');
    await craftBadge(as(collector), { gameId: full.id, key: randomUUID() });
    const shown = async (filter: 'all' | 'complete' | 'nearly', q = '') => {
      const request = { q, order: 'name', filter, page: 1, perPage: 10 } as const;
      const { games, found, owned } = await listCollections(as(collector), request);
      expect(found).toBe(games.length);
      expect(owned).toBe(3);
      return games.map(({ name, badge }) => [name, badge]);
    };
    expect(await shown('complete')).toEqual([['Full', 1]]);
    expect(await shown('nearly')).toEqual([['Nearly', 0]]);
    expect(await shown('nearly', 'full')).toEqual([]);
    expect(await shown('all')).toHaveLength(3);
  });

  it('is only for the actor, and only for games that exist', async () => {
    const reader = await createPlayer(database.db);
    await expect(getCollection(as(reader), 123)).rejects.toMatchObject({ code: 'game-not-found' });
    const visitor = createTestCtx(database.db);
    await expect(getCollection(visitor, counterStrike)).rejects.toMatchObject({
      code: 'login-required',
    });
    await expect(
      listCollections(visitor, { ...defaultRequest, page: 1, perPage: 1 }),
    ).rejects.toMatchObject({
      code: 'login-required',
    });
  });
});
