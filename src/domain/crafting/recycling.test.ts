import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
  findLedgerViolations,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { listCardKinds } from '../card-sets/list-card-set.ts';
import { readCollection } from '../collections/read-collection.ts';
import { recordCompleteSets } from '../collections/record-complete-sets.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { recycleCards } from './recycle-cards.ts';
import { describeShownOdds, listRecyclingOptions } from './recycling-odds.ts';

const database = useDatabase({ max: 40 });
const as = (actor: Actor, ticket = 0) =>
  createTestCtx(database.db, { actor, random: { integer: (n) => Math.min(ticket, n - 1) } });
const newKey = () => randomUUID();

beforeAll(() => createCardSets(database.db));

/** A collector with `copies` of the first common card of a game, and one of each other common card. */
async function createCollector(copies: number) {
  const { id: gameId } = await createGame(database.db);
  const collector = await createPlayer(database.db);
  const kinds = await listCardKinds(database.db, gameId);
  const commons = kinds.filter(({ rarity }) => rarity === 'common');
  for (const [index, { id: kindId }] of commons.entries()) {
    for (let copy = 0; copy < (index === 0 ? copies : 1); copy += 1) {
      await createCard(database.db, { ownerId: collector.id, gameId, kindId });
    }
  }
  return { gameId, collector, kinds, commons };
}

const heldOf = ({ id }: Actor, kindId: string) =>
  database.db.$count(
    cards,
    and(eq(cards.ownerId, id), eq(cards.kindId, kindId), eq(cards.state, 'held')),
  );

describe('recycling', () => {
  it('turns ten duplicates into a card of the next rarity and keeps the first copies', async () => {
    const { gameId, collector, kinds, commons } = await createCollector(11);
    const { card } = await recycleCards(as(collector), { gameId, rarity: 'common', key: newKey() });
    expect(card.rarity).toBe('uncommon');
    expect(kinds.map(({ id }) => id)).toContain(card.kindId);
    for (const { id } of commons) expect(await heldOf(collector, id)).toBe(1);
    expect(await heldOf(collector, card.kindId)).toBe(1);
    await recordCompleteSets(as(collector));
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('needs ten duplicates: the first copy of each kind does not count', async () => {
    const { gameId, collector } = await createCollector(10);
    await expect(
      recycleCards(as(collector), { gameId, rarity: 'common', key: newKey() }),
    ).rejects.toMatchObject({ code: 'not-enough-duplicates' });
  });

  it('is not possible for the highest rarity of a set', async () => {
    const { gameId, collector } = await createCollector(1);
    await expect(
      recycleCards(as(collector), { gameId, rarity: 'legendary', key: newKey() }),
    ).rejects.toMatchObject({ code: 'highest-rarity' });
  });

  it('gives missing kinds three times the chance, exactly as shown', async () => {
    const { gameId, collector, kinds } = await createCollector(11);
    const uncommon = kinds.filter(({ rarity }) => rarity === 'uncommon');
    await createCard(database.db, {
      ownerId: collector.id,
      gameId,
      kindId: uncommon[0]?.id ?? '',
    });
    const [option] = listRecyclingOptions(
      await readCollection(database.db, { userId: collector.id, gameId }),
    );
    const total = 1 + 3 * (uncommon.length - 1);
    expect(option?.odds.map(({ chance }) => Math.round(chance * total))).toEqual(
      uncommon.map((_, index) => (index === 0 ? 1 : 3)),
    );
    // The first ticket is the kind that is there, the next three the first missing one.
    const shownOdds = option && describeShownOdds(option);
    const { card } = await recycleCards(as(collector, 3), {
      gameId,
      rarity: 'common',
      shownOdds,
      key: newKey(),
    });
    expect(card.kindId).toBe(uncommon[1]?.id);
  });

  it('is refused when the odds are not the shown ones', async () => {
    const { gameId, collector } = await createCollector(11);
    await expect(
      recycleCards(as(collector), { gameId, rarity: 'common', shownOdds: '', key: newKey() }),
    ).rejects.toMatchObject({ code: 'odds-changed' });
  });

  it('happens once for one key and once for ten duplicates, however many forms there are', async () => {
    const { gameId, collector, commons } = await createCollector(11);
    const key = newKey();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, form) =>
        recycleCards(as(collector), { gameId, rarity: 'common', key: form < 5 ? key : newKey() }),
      ),
    );
    const made = results.filter(({ status }) => status === 'fulfilled');
    expect([1, 5]).toContain(made.length);
    expect(await heldOf(collector, commons[0]?.id ?? '')).toBe(1);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('and selling at the same time never use a card twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { gameId, collector, commons } = await createCollector(12);
      const offers = [{ gameId, kindId: commons[0]?.id ?? '', price: 1_00, copies: 5 }];
      const results = await Promise.allSettled([
        recycleCards(as(collector), { gameId, rarity: 'common', key: newKey() }),
        sellCards(as(collector), { offers, key: newKey() }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});
