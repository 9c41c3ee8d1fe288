import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { marketFirstDays, tradingPairDays, users } from '#database/schema.ts';
import { toFriendPair } from '#domain/friends/lock-friend-pair.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { findMarketViolations } from '#test/fixtures/market.ts';
import { createTradingFriends, crown, dog } from '#test/fixtures/trading-friends.ts';
import type { Actor } from '../actor.ts';
import { acceptOffer } from './accept-offer.ts';
import { createOfferByName } from './create-offer-by-name.ts';
import { getTradeDraft } from './get-trade-draft.ts';
import { getOffer } from './list-offers.ts';

const database = useDatabase();
const key = () => randomUUID();

afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

/** Two friends, and functions that list a crown, of another player without `by`, and give crowns away. */
async function createFriends() {
  const friends = await createTradingFriends(database.db);
  const { gameId, ada, bo, give, offer, as } = friends;
  async function list(price: number, by?: Actor) {
    const seller = by ?? (await createPlayer(database.db));
    await give(seller, crown);
    const offers = [{ gameId, kindId: crown, price, copies: 1 }];
    await sellCards(as(seller), { offers, key: key() });
  }
  /** Ada gives Bo two crowns of a price, each in an offer. Returns the state of each, or its error code. */
  async function giveTwice(price: number): Promise<string[]> {
    await list(price);
    await give(ada, crown, 2);
    const results: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { offerId } = await offer(ada, bo, { want: [] });
      const accepted = acceptOffer(as(bo), { offerId, key: key() });
      results.push(
        await accepted.then(
          () => 'accepted',
          (error) => error.code,
        ),
      );
    }
    return results;
  }
  return { ...friends, list, giveTwice };
}

describe('the limits of moving value', () => {
  it('count a gift at the cheapest listing in the first 24 hours of an account', async () => {
    const { ctx, ada, bo, as, give, offer, held, list } = await createFriends();
    await list(60_00);
    await give(ada, crown, 2);
    await database.db
      .update(users)
      .set({ registeredAt: new Date(ctx.testClock.now().getTime() - 60_000) })
      .where(eq(users.id, bo.id));
    const newcomer = { ...bo, registeredAt: new Date(ctx.testClock.now().getTime() - 60_000) };
    const first = await offer(ada, newcomer, { want: [] });
    const second = await offer(ada, newcomer, { want: [] });
    await acceptOffer(as(newcomer), { ...first, key: key() });
    await expect(acceptOffer(as(newcomer), { ...second, key: key() })).rejects.toMatchObject({
      code: 'trade-first-day',
    });
    const [counted] = await database.db
      .select()
      .from(marketFirstDays)
      .where(eq(marketFirstDays.userId, bo.id));
    expect(counted).toMatchObject({ sold: 0, bought: 60_00 });
    expect(await held(bo)).toEqual([crown]);
    // What a newcomer got in a trade does not rest.
    const back = await offer(newcomer, ada, { want: [] });
    await acceptOffer(as(ada), { ...back, key: key() });
  });

  it('count a card that nobody sold or offers by the estimate for its rarity', async () => {
    const { ctx, ada, bo, as, give, offer, card } = await createFriends();
    await give(ada, crown, 6);
    const registeredAt = new Date(ctx.testClock.now().getTime() - 2_000);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, bo.id));
    const gift = { give: [card(crown, 2)], want: [] };
    const offers = [await offer(ada, bo, gift), await offer(ada, bo, gift)];
    const tooMuch = await offer(ada, bo, gift);
    const estimate = { price: 36_00, isEstimated: true };
    expect(await getOffer(as(bo), tooMuch.offerId)).toMatchObject({
      ...{ giveValue: { price: 0, isEstimated: false }, getValue: estimate },
      get: [{ price: 18_00, isEstimated: true }],
    });
    for (const { offerId } of offers) await acceptOffer(as(bo), { offerId, key: key() });
    await expect(acceptOffer(as(bo), { ...tooMuch, key: key() })).rejects.toMatchObject({
      code: 'trade-first-day',
    });
  });

  it('count a card of a new player by its rarity, also when somebody offers one for next to nothing', async () => {
    const { ctx, ada, bo, as, give, offer, card, list } = await createFriends();
    await list(1);
    await give(ada, crown, 9);
    await database.db
      .update(users)
      .set({ registeredAt: new Date(ctx.testClock.now().getTime() - 2_000) })
      .where(eq(users.id, bo.id));
    const gift = { give: [card(crown, 5)], want: [] };
    const accepted = await offer(ada, bo, gift);
    const second = await offer(ada, bo, { give: [card(crown, 4)], want: [] });
    await acceptOffer(as(bo), { ...accepted, key: key() });
    expect(await getOffer(as(bo), accepted.offerId)).toMatchObject({ getValue: { price: 90_00 } });
    await expect(acceptOffer(as(bo), { ...second, key: key() })).rejects.toMatchObject({
      code: 'trade-first-day',
    });
  });

  it('count no listing of the two people of the offer', async () => {
    const { ada, bo, as, give, offer, list } = await createFriends();
    await list(60_00);
    await list(90_00);
    await list(1_00, ada);
    await list(2_00, bo);
    await give(ada, crown, 2);
    const { offerId } = await offer(ada, bo, { want: [] });
    expect(await getOffer(as(ada), offerId)).toMatchObject({ giveValue: { price: 60_00 } });
    expect(await getOffer(as(bo), offerId)).toMatchObject({ getValue: { price: 60_00 } });
    const nothing = { give: [], get: [], own: { q: '', page: 1 }, theirs: { q: '', page: 1 } };
    const card = { gameId: (await getOffer(as(bo), offerId)).get[0]?.gameId ?? 0, kindId: crown };
    for (const [reader, friend] of [[ada, bo] as const, [bo, ada] as const]) {
      const draft = await getTradeDraft(as(reader), {
        ...nothing,
        username: friend.username,
        [reader === ada ? 'give' : 'get']: [{ ...card, copies: 1 }],
      });
      expect([...draft.give, ...draft.get]).toMatchObject([{ price: 60_00 }]);
      expect([...draft.own.items, ...draft.theirs.items]).toMatchObject([{ price: 60_00 }]);
    }
    await acceptOffer(as(bo), { offerId, key: key() });
    expect(await getOffer(as(bo), offerId)).toMatchObject({ getValue: { price: 60_00 } });
    const { lowId, highId } = toFriendPair(ada.id, bo.id);
    const [counted] = await database.db
      .select()
      .from(tradingPairDays)
      .where(and(eq(tradingPairDays.lowId, lowId), eq(tradingPairDays.highId, highId)));
    expect(counted).toMatchObject({ trades: 1, amount: 60_00 });
  });

  it('count an offer by names before the names are searched, once', async () => {
    const { ada, bo, as, give } = await createFriends();
    await give(ada, crown);
    const taken: string[] = [];
    const limited = {
      ...as(ada).rateLimiter,
      async take(rule: string) {
        taken.push(rule);
        throw new AppError('rate-limited');
      },
    };
    const named = (card: string) => ({
      username: bo.username,
      give: [{ game: 'No game', card, copies: 1 }],
      want: [],
      message: '',
      key: key(),
    });
    const offered = createOfferByName({ ...as(ada), rateLimiter: limited }, named('No card'));
    await expect(offered).rejects.toMatchObject({ code: 'rate-limited' });
    expect(taken).toEqual(['trade-offers-by-account']);
    await expect(createOfferByName(as(ada), named('No card'))).rejects.toMatchObject({
      code: 'offer-cards-gone',
    });
  });

  it('stop a pair at 500.00 a day, counted at the higher side', async () => {
    const { ada, bo, giveTwice } = await createFriends();
    expect(await giveTwice(300_00)).toEqual(['accepted', 'pair-limit']);
    const { lowId, highId } = toFriendPair(ada.id, bo.id);
    const [counted] = await database.db
      .select()
      .from(tradingPairDays)
      .where(and(eq(tradingPairDays.lowId, lowId), eq(tradingPairDays.highId, highId)));
    expect(counted).toMatchObject({ trades: 1, amount: 300_00 });
  });

  it('let the first trade of a pair in a day be of any value', async () => {
    const { giveTwice } = await createFriends();
    expect(await giveTwice(700_00)).toEqual(['accepted', 'pair-limit']);
  });

  it('keep resting cards out of offers', async () => {
    const { ctx, ada, bo, card, give, offer } = await createFriends();
    const registeredAt = new Date(ctx.testClock.now().getTime() - 60_000);
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, ada.id));
    await give(ada, crown);
    await expect(offer({ ...ada, registeredAt }, bo, { want: [] })).rejects.toMatchObject({
      code: 'card-resting',
    });
    await give(bo, dog);
    await expect(offer(bo, ada, { give: [card(dog)], want: [card(crown)] })).rejects.toMatchObject({
      code: 'card-resting',
    });
  });
});
