import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  activity,
  badgeCrafts,
  cards,
  collectorTotals,
  setCompletions,
  users,
} from '#database/schema.ts';
import { getCollectorLevel } from '#shared/rules/collector-level.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import { retireGuests } from '../account-deletion/retire-guests.ts';
import type { Actor } from '../actor.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { recordCompleteSets } from '../collections/record-complete-sets.ts';
import { buyListing } from '../market/buy-listing.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { withdrawAllListings } from '../market/withdraw-listings.ts';
import { craftBadge } from './craft-badge.ts';
import { recycleCards } from './recycle-cards.ts';

const database = useDatabase({ max: 40 });
const now = new Date('2026-03-14T12:00:00Z');
const as = (actor: Actor) => createTestCtx(database.db, { actor, clock: { now: () => now } });
const newKey = () => randomUUID();

beforeAll(() => createCardSets(database.db));

/** Gives an account `copies` of each card of the set, or of the kinds of a rarity. */
async function give(owner: Actor, gameId: number, copies = 1, rarity?: string, createdAt?: Date) {
  const kinds = await listCardKinds(database.db, gameId);
  for (const kind of kinds.filter((one) => !rarity || one.rarity === rarity)) {
    for (let copy = 0; copy < copies; copy += 1) {
      await createCard(database.db, {
        ownerId: owner.id,
        gameId,
        kindId: kind.id,
        ...(createdAt && { createdAt }),
      });
    }
  }
  return kinds;
}

const sell = (seller: Actor, gameId: number, kindId = '') =>
  sellCards(as(seller), {
    offers: [{ gameId, kindId, price: 1_00, copies: 1 }],
    key: newKey(),
  });
const countCards = ({ id }: Actor, state: 'held' | 'consumed') =>
  database.db.$count(cards, and(eq(cards.ownerId, id), eq(cards.state, state)));
const totalsOf = ({ id }: Actor) =>
  database.db
    .select({
      month: collectorTotals.month,
      experience: collectorTotals.experience,
      sets: collectorTotals.completedSets,
    })
    .from(collectorTotals)
    .where(eq(collectorTotals.userId, id))
    .orderBy(collectorTotals.month);

async function createCollector(role: 'player' | 'guest' = 'player') {
  const { id: gameId } = await createGame(database.db);
  return {
    gameId,
    collector: await createPlayer(database.db, { role, balance: role === 'player' ? 50_00 : 0 }),
  };
}

describe('levels of accounts', () => {
  it.each([
    [0, 0, 0, 100],
    [99, 0, 0, 100],
    [100, 1, 100, 300],
    [299, 1, 100, 300],
    [300, 2, 300, 600],
    [1_500, 5, 1_500, 2_100],
    [505_000, 100, 505_000, 515_100],
  ])('begin as documented: %i experience', (experience, level, from, next) => {
    expect(getCollectorLevel(experience)).toEqual({ level, from, next });
  });
});

describe('a complete set', () => {
  it('is recorded also when a card leaves before the check', async () => {
    const { gameId, collector } = await createCollector();
    const kinds = await give(collector, gameId);
    const seller = await createCollector();
    const all = await give(seller.collector, seller.gameId);
    await craftBadge(as(collector), { gameId, level: 1, key: newKey() });
    await sell(seller.collector, seller.gameId, all[0]?.id);
    // A set that was never complete: of its cards, one is missing when another one leaves.
    const incomplete = await createCollector();
    for (const { id: kindId } of kinds.slice(1))
      await createCard(database.db, {
        ownerId: incomplete.collector.id,
        gameId: incomplete.gameId,
        kindId,
      });
    await sell(incomplete.collector, incomplete.gameId, kinds[1]?.id);
    await recordCompleteSets(as(collector));
    const of = ({ id }: Actor) => database.db.$count(setCompletions, eq(setCompletions.userId, id));
    expect(await of(collector)).toBe(1);
    expect(await of(seller.collector)).toBe(1);
    expect(await of(incomplete.collector)).toBe(0);
    // A deleted account needs no check.
    await database.db.execute(
      sql`insert into pending_set_checks (user_id, game_id, complete) values (uuidv7(), ${gameId}, true)`,
    );
    expect(await recordCompleteSets(as(collector))).toBe(0);
  });

  it('is recorded once, with its activity and totals, also after it was incomplete', async () => {
    const { gameId, collector } = await createCollector();
    const [first] = await give(collector, gameId);
    await recordCompleteSets(as(collector));
    const completions = () =>
      database.db.select().from(setCompletions).where(eq(setCompletions.userId, collector.id));
    expect(await completions()).toMatchObject([{ gameId, celebratedAt: null }]);
    await sell(collector, gameId, first?.id);
    await withdrawAllListings(as(collector), { key: newKey() });
    await recordCompleteSets(as(collector));
    expect(await completions()).toHaveLength(1);
    expect(await totalsOf(collector)).toEqual([
      { month: '2026-03', experience: 0, sets: 1 },
      { month: 'ever', experience: 0, sets: 1 },
    ]);
    const noted = await database.db
      .select()
      .from(activity)
      .where(eq(activity.userId, collector.id));
    expect(noted).toMatchObject([{ kind: 'set-completed', gameId }]);
  });

  it('is noticed when its last two cards are bought at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { gameId, collector } = await createCollector();
      const kinds = await give(collector, gameId);
      const seller = await createPlayer(database.db);
      const lacking = kinds.slice(0, 2).map(({ id }) => id);
      for (const kindId of lacking) {
        await database.db
          .delete(cards)
          .where(and(eq(cards.ownerId, collector.id), eq(cards.kindId, kindId)));
        await createCard(database.db, { ownerId: seller.id, gameId, kindId });
      }
      const offers = lacking.map((kindId) => ({ gameId, kindId, price: 1_00, copies: 1 }));
      const { itemIds } = await sellCards(as(seller), { offers, key: newKey() });
      await Promise.all(
        itemIds.map(async (itemId) => {
          await buyListing(as(collector), { itemId, key: newKey() });
          await recordCompleteSets(as(collector));
        }),
      );
      expect(await totalsOf(collector)).toMatchObject([{ sets: 1 }, { sets: 1 }]);
    }
  });

  it('lacks nothing: with one card for sale it is not complete', async () => {
    const { gameId, collector } = await createCollector();
    const [first, ...others] = await listCardKinds(database.db, gameId);
    const ownerId = collector.id;
    await createCard(database.db, { ownerId, gameId, kindId: first?.id ?? '' });
    await sell(collector, gameId, first?.id);
    for (const { id: kindId } of others) await createCard(database.db, { ownerId, gameId, kindId });
    await recordCompleteSets(as(collector));
    expect(await totalsOf(collector)).toEqual([]);
  });
});

describe('crafting a badge', () => {
  it('consumes one card of each kind for each of five levels, in order', async () => {
    const { gameId, collector } = await createCollector();
    const kinds = await give(collector, gameId, 6);
    for (const level of [1, 2, 3, 4, 5]) {
      const crafted = await craftBadge(as(collector), { gameId, level, key: newKey() });
      expect(crafted).toEqual({ gameId, level, experience: 100 * level });
    }
    await expect(craftBadge(as(collector), { gameId, key: newKey() })).rejects.toMatchObject({
      code: 'badge-complete',
    });
    expect(await countCards(collector, 'held')).toBe(kinds.length);
    expect(await countCards(collector, 'consumed')).toBe(kinds.length * 5);
    expect(await totalsOf(collector)).toMatchObject([{ experience: 1_500 }, { experience: 1_500 }]);
    await recordCompleteSets(as(collector));
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('answers a repeated form again, and rejects a level that is not the next one', async () => {
    const { gameId, collector } = await createCollector();
    await give(collector, gameId, 2);
    const key = newKey();
    const first = await craftBadge(as(collector), { gameId, level: 1, key });
    expect(await craftBadge(as(collector), { gameId, level: 1, key })).toEqual(first);
    await expect(
      craftBadge(as(collector), { gameId, level: 1, key: newKey() }),
    ).rejects.toMatchObject({ code: 'badge-changed' });
    await expect(craftBadge(as(collector), { gameId, level: 2, key })).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  it('needs every card in the inventory: one for sale does not count', async () => {
    const { gameId, collector } = await createCollector();
    const [kind] = await give(collector, gameId);
    await sell(collector, gameId, kind?.id);
    await expect(craftBadge(as(collector), { gameId, key: newKey() })).rejects.toMatchObject({
      code: 'set-incomplete',
    });
    expect(await countCards(collector, 'consumed')).toBe(0);
  });

  it('happens once when ten forms craft from one set at the same time', async () => {
    const { gameId, collector } = await createCollector();
    await give(collector, gameId);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => craftBadge(as(collector), { gameId, key: newKey() })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countCards(collector, 'held')).toBe(0);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('and selling the same card at the same time: one of them gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { gameId, collector } = await createCollector();
      const [kind] = await give(collector, gameId);
      const results = await Promise.allSettled([
        craftBadge(as(collector), { gameId, key: newKey() }),
        sell(collector, gameId, kind?.id),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('is for guests too, and a retired guest keeps the consumed cards as they are', async () => {
    const { gameId, collector } = await createCollector('guest');
    await give(collector, gameId, 2);
    await craftBadge(as(collector), { gameId, key: newKey() });
    const later = new Date(now.getTime() + 90 * 24 * 60 * 60 * 1000);
    await retireGuests(createTestCtx(database.db, { clock: { now: () => later } }));
    expect(await countCards(collector, 'held')).toBe(0);
    expect(await countCards(collector, 'consumed')).toBe(9);
    expect(await database.db.$count(badgeCrafts, eq(badgeCrafts.userId, collector.id))).toBe(1);
    await expect(craftBadge(as(collector), { gameId, key: newKey() })).rejects.toMatchObject({
      code: 'login-required',
    });
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});

describe('cards that rest', () => {
  async function createNewcomer() {
    const { gameId, collector } = await createCollector();
    const registeredAt = new Date(now.getTime() - 60 * 60 * 1000);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, collector.id));
    const before = new Date(registeredAt.getTime() - 60_000);
    return { gameId, registeredAt, before, collector: { ...collector, registeredAt } };
  }

  it('are not crafted', async () => {
    const { gameId, before, collector } = await createNewcomer();
    await give(collector, gameId, 1, undefined, before);
    await expect(craftBadge(as(collector), { gameId, key: newKey() })).rejects.toMatchObject({
      code: 'card-resting',
    });
  });

  it('are recycled into a card that rests as long', async () => {
    const { gameId, before, collector } = await createNewcomer();
    await give(collector, gameId, 11, 'common', before);
    const { card } = await recycleCards(as(collector), { gameId, rarity: 'common', key: newKey() });
    await expect(sell(collector, gameId, card.kindId)).rejects.toMatchObject({
      code: 'card-resting',
    });
  });

  it('that are not among the recycled ones do not make the new card rest', async () => {
    const { gameId, registeredAt, collector } = await createNewcomer();
    await give(collector, gameId, 11, 'common', new Date(registeredAt.getTime() + 60_000));
    const { card } = await recycleCards(as(collector), { gameId, rarity: 'common', key: newKey() });
    const { itemIds } = await sell(collector, gameId, card.kindId);
    expect(itemIds).toHaveLength(1);
  });
});
