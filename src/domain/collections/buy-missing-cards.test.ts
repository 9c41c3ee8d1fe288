import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { createGame, createPlayer, findLedgerViolations } from '#test/fixtures/factories.ts';
import { cat, crown, dog, outcomesOf, useMissingCards } from '#test/fixtures/missing-cards.ts';
import { craftBadge } from '../crafting/craft-badge.ts';
import { buyMissingCards } from './buy-missing-cards.ts';

const { database, as, createGameWithCollector, listCards, readPurchases } = useMissingCards();

describe('buying the missing cards', () => {
  it('buys the cheapest listing of each card, the cheapest card first, and reports cards that are not for sale', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    await listCards(seller, gameId, crown, 5_00, 3_00);
    await listCards(seller, gameId, cat, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(outcomesOf(purchase)).toEqual([
      [cat, 1_00],
      [crown, 3_00],
      [dog, 'not-for-sale'],
    ]);
    expect(purchase).toMatchObject({ spent: 4_00, maximum: 10_00 });
    expect(await readPurchases(collector)).toEqual([
      [cat, 1_00],
      [crown, 3_00],
    ]);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('never buys own listings, cards of another game, or a card that the collector has for sale', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    const other = await createGame(database.db);
    await listCards(seller, other.id, crown, 1_00);
    await listCards(collector, gameId, dog, 1_00);
    await listCards(seller, gameId, dog, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 10_00,
      key: randomUUID(),
    });
    expect(outcomesOf(purchase).toSorted()).toEqual([
      [cat, 'not-for-sale'],
      [crown, 'not-for-sale'],
    ]);
  });

  it('buys a card again after the first copy became a part of a badge', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    for (const kindId of [crown, cat, dog]) await listCards(seller, gameId, kindId, 1_00, 1_00);
    const buy = () => buyMissingCards(as(collector), { gameId, maximum: 10_00, key: randomUUID() });
    expect((await buy()).spent).toBe(3_00);
    await craftBadge(as(collector), { gameId, level: 1, key: randomUUID() });
    expect((await buy()).spent).toBe(3_00);
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });

  it('stops at the maximum', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    for (const kindId of [crown, cat, dog]) await listCards(seller, gameId, kindId, 2_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 5_99,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(4_00);
    expect(purchase.cards.at(-1)?.outcome).toEqual({
      reason: 'over-maximum',
      price: 2_00,
      left: 1_99,
    });
  });

  it('buys two of three cards with money for two', async () => {
    const { gameId, collector, seller } = await createGameWithCollector(4_50);
    for (const kindId of [crown, cat, dog]) await listCards(seller, gameId, kindId, 2_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 50_00,
      key: randomUUID(),
    });
    expect(purchase.spent).toBe(4_00);
    expect(purchase.cards.at(-1)?.outcome).toEqual({ reason: 'refused', code: 'not-enough-money' });
  });

  it('skips a seller whose wallet is full', async () => {
    const { gameId, collector, seller } = await createGameWithCollector();
    const rich = await createPlayer(database.db, { balance: topUpConstants.balanceMaxCents });
    await listCards(rich, gameId, crown, 1_00);
    await listCards(seller, gameId, crown, 2_00);
    await listCards(rich, gameId, cat, 1_00);
    const purchase = await buyMissingCards(as(collector), {
      gameId,
      maximum: 50_00,
      key: randomUUID(),
    });
    const became = new Map(purchase.cards.map(({ kindId, outcome }) => [kindId, outcome]));
    expect(became.get(crown)).toMatchObject({ price: 2_00 });
    expect(became.get(cat)).toEqual({ reason: 'refused', code: 'seller-full' });
  });

  it('is not allowed for guests, and rejects the form with another maximum', async () => {
    const { gameId, collector } = await createGameWithCollector();
    const guest = await createPlayer(database.db, { role: 'guest' });
    const form = { gameId, maximum: 10_00, key: randomUUID() };
    await expect(buyMissingCards(as(guest), form)).rejects.toMatchObject({
      code: 'guest-not-allowed',
    });
    await buyMissingCards(as(collector), form);
    await expect(buyMissingCards(as(collector), { ...form, maximum: 20_00 })).rejects.toMatchObject(
      { code: 'key-reused' },
    );
  });
});
