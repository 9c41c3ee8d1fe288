import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messages, tradedCards, tradeOffers, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { DomainEvent } from '#domain/events.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { findMarketViolations } from '#test/fixtures/market.ts';
import { createTradingFriends, crown, dog } from '#test/fixtures/trading-friends.ts';
import { acceptOffer } from './accept-offer.ts';
import { declineOffer, expireOffers, withdrawOffer } from './close-offer.ts';
import { counterOffer, createOffer } from './create-offer.ts';
import { getOffer, listOffers } from './list-offers.ts';

const database = useDatabase();
const key = () => randomUUID();

type Friends = Awaited<ReturnType<typeof createTradingFriends>>;
let events: DomainEvent[];
let ctx: Friends['ctx'];
let gameId: number;
let ada: Actor;
let bo: Actor;
let as: Friends['as'];
let card: Friends['card'];
let give: Friends['give'];
let offer: Friends['offer'];
let held: Friends['held'];

beforeEach(async () => {
  events = [];
  const publish = (event: DomainEvent) => void events.push(event);
  ({ ctx, gameId, ada, bo, as, card, give, offer, held } = await createTradingFriends(database.db, {
    events: { publish },
  }));
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

async function stateOf(offerId: string) {
  const [row] = await database.db.select().from(tradeOffers).where(eq(tradeOffers.id, offerId));
  return row?.state;
}

describe('an accepted offer', () => {
  it('moves the cards of both sides, is in the history of both and cannot be accepted again', async () => {
    await give(ada, crown, 3);
    await give(bo, dog, 2);
    const sides = { give: [card(crown, 2)], want: [card(dog)] };
    const { offerId } = await offer(ada, bo, sides);
    expect(await getOffer(as(bo), offerId)).toMatchObject({
      state: 'open',
      isOwn: false,
      other: { username: ada.username },
      message: 'Deal?',
      give: [{ kindId: dog, copies: 1, held: 1 }],
      get: [{ kindId: crown, copies: 2, held: 2 }],
    });
    expect((await listOffers(as(bo), { list: 'incoming' })).found).toBe(1);
    expect((await listOffers(as(ada), { list: 'outgoing' })).found).toBe(1);

    const form = { offerId, key: key() };
    expect(await acceptOffer(as(bo), form)).toEqual({ offerId });
    expect(await acceptOffer(as(bo), form)).toEqual({ offerId });
    await expect(acceptOffer(as(bo), { offerId, key: key() })).rejects.toMatchObject({
      code: 'offer-closed',
    });
    expect(await held(ada)).toEqual([crown, dog]);
    expect(await held(bo)).toEqual([crown, crown, dog]);
    for (const player of [ada, bo]) {
      const { offers } = await listOffers(as(player), { list: 'history' });
      expect(offers).toMatchObject([{ id: offerId, state: 'accepted' }]);
    }
    expect(await database.db.$count(tradedCards, eq(tradedCards.offerId, offerId))).toBe(3);
    const changes = events.filter(({ type }) => type === 'trades-changed');
    expect(changes[0]).toMatchObject({ userIds: [ada.id, bo.id] });
  });

  it('moves nothing and names the cards when some are no longer there', async () => {
    await give(ada, crown, 2);
    await give(bo, dog);
    const { offerId } = await offer(ada, bo, { give: [card(crown, 2)] });
    const offers = [{ gameId, kindId: crown, price: 50, copies: 1 }];
    const { itemIds } = await sellCards(as(ada), { offers, key: key() });
    const accept = () => acceptOffer(as(bo), { offerId, key: key() });
    await expect(accept()).rejects.toMatchObject({
      code: 'offer-cards-gone',
      message: expect.stringMatching(`^${ada.username} no longer has: Crown \\(Game \\d+\\)\\.$`),
    });
    expect(await held(bo)).toEqual([dog]);
    expect(await stateOf(offerId)).toBe('open');
    // Another copy makes it possible again: no copy was set aside.
    await give(ada, crown);
    await accept();
    expect(await held(bo)).toEqual([crown, crown]);
    const buyer = await createPlayer(database.db, { balance: 1_00 });
    await buyListing(as(buyer), { itemId: itemIds[0] ?? '', key: key() });
  });

  it('keeps the history of a card that was sold and traded several times', async () => {
    await give(ada, crown);
    const gift = await offer(ada, bo, { want: [] });
    await acceptOffer(as(bo), { ...gift, key: key() });
    const offers = [{ gameId, kindId: crown, price: 50, copies: 1 }];
    const { itemIds } = await sellCards(as(bo), { offers, key: key() });
    const buyer = await createPlayer(database.db, { balance: 1_00 });
    await buyListing(as(buyer), { itemId: itemIds[0] ?? '', key: key() });
    await befriend(database.db, buyer.id, ada.id);
    const back = await offer(buyer, ada, { want: [] });
    await acceptOffer(as(ada), { ...back, key: key() });
    expect(await held(ada)).toEqual([crown]);
  });
});

describe('an offer', () => {
  it('is a message in the conversation with the cards in words', async () => {
    await give(ada, crown, 2);
    await give(bo, dog);
    const { offerId } = await offer(ada, bo, { give: [card(crown, 2)] });
    const [message] = await database.db
      .select()
      .from(messages)
      .where(eq(messages.tradeOfferId, offerId));
    expect(message?.text).toMatch(
      /^Trade offer: I give 2 × Crown \(Game \d+\)\. I get .+ \(Game \d+\)\. Deal\?$/,
    );
    const sent = events.find((event) => event.type === 'messages-sent');
    expect(sent).toMatchObject({ messages: [{ id: offerId, senderId: ada.id, number: 1 }] });
  });

  it('is made once for one key', async () => {
    await give(ada, crown);
    await give(bo, dog);
    const form = { key: key() };
    const first = await offer(ada, bo, form);
    expect(await offer(ada, bo, form)).toEqual(first);
    await expect(offer(ada, bo, { ...form, want: [] })).rejects.toMatchObject({
      code: 'key-reused',
    });
    expect(await database.db.$count(tradeOffers, eq(tradeOffers.senderId, ada.id))).toBe(1);
  });

  it('needs friends, cards that are there, and no more than ten a side', async () => {
    await give(ada, crown, 11);
    await give(bo, dog);
    const stranger = await createPlayer(database.db);
    const guest = await createPlayer(database.db, { role: 'guest' });
    const code = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code,
      );
    expect(await code(offer(ada, stranger, { want: [] }))).toBe('not-friends');
    expect(await code(offer(guest, ada))).toBe('guest-not-allowed');
    expect(await code(offer(ada, bo, { give: [], want: [] }))).toBe('offer-empty');
    expect(await code(offer(ada, bo, { give: [card(crown, 6), card(crown, 5)] }))).toBe(
      'offer-too-large',
    );
    expect(await code(offer(ada, bo, { want: [card(crown)] }))).toBe('offer-same-card');
    expect(await code(offer(ada, bo, { want: [card(dog, 2)] }))).toBe('offer-cards-gone');
    expect(await code(offer(ada, bo, { give: [{ ...card('no-such-kind') }] }))).toBe(
      'offer-cards-gone',
    );
    const { offerId } = await offer(ada, bo);
    expect(await code(getOffer(as(stranger), offerId))).toBe('offer-not-found');
    expect(await code(acceptOffer(as(stranger), { offerId, key: key() }))).toBe('offer-not-found');
    expect(await code(acceptOffer(as(ada), { offerId, key: key() }))).toBe('offer-not-found');
    expect(await code(withdrawOffer(as(bo), { offerId, key: key() }))).toBe('offer-not-found');
    expect(await code(declineOffer(as(ada), { offerId, key: key() }))).toBe('offer-not-found');
  });

  it('is limited to 30 open ones of an account', async () => {
    await give(ada, crown);
    const sent: string[] = [];
    for (let number = 0; number < 30; number += 1)
      sent.push((await offer(ada, bo, { want: [] })).offerId);
    await expect(offer(ada, bo, { want: [] })).rejects.toMatchObject({ code: 'offer-limit' });
    await withdrawOffer(as(ada), { offerId: sent[0] ?? '', key: key() });
    await offer(ada, bo, { want: [] });
  });

  it('needs a confirmed email address if mails can be sent', async () => {
    await give(ada, crown);
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, ada.id));
    const mailer = { ...ctx.accounts.mailer, canDeliver: true };
    const unconfirmed = { ...as(ada), accounts: { ...ctx.accounts, mailer } };
    const input = { username: bo.username, give: [card(crown)], want: [], message: '', key: key() };
    await expect(createOffer(unconfirmed, input)).rejects.toMatchObject({
      code: 'unconfirmed-email',
    });
  });
});

describe('an offer ends', () => {
  it.each([
    ['withdrawn', (offerId: string) => withdrawOffer(as(ada), { offerId, key: key() })],
    ['declined', (offerId: string) => declineOffer(as(bo), { offerId, key: key() })],
    ['ended', () => removeFriend(as(bo), { username: ada.username })],
    ['ended', () => blockPerson(as(ada), { username: bo.username })],
    [
      'ended',
      async () => {
        const admin = await createPlayer(database.db, { role: 'admin' });
        await suspendAccount(as(admin), { username: bo.username, reason: 'Spam', days: 1 });
      },
    ],
    [
      'expired',
      async () => {
        ctx.testClock.advance(7 * 24 * 60 * 60 * 1000);
        expect(await expireOffers(ctx)).toBeGreaterThan(0);
      },
    ],
  ] as const)('%s (%#), and cannot be accepted', async (state, end) => {
    await give(ada, crown);
    await give(bo, dog);
    const { offerId } = await offer(ada, bo);
    await end(offerId);
    expect(await stateOf(offerId)).toBe(state);
    await expect(acceptOffer(as(bo), { offerId, key: key() })).rejects.toMatchObject({
      code: expect.stringMatching(/^(offer-closed|account-suspended)$/),
    });
    expect(await held(ada)).toEqual([crown]);
  });

  it('expired, before the job has run', async () => {
    await give(ada, crown);
    const { offerId } = await offer(ada, bo, { want: [] });
    ctx.testClock.advance(7 * 24 * 60 * 60 * 1000);
    expect(await getOffer(as(bo), offerId)).toMatchObject({ state: 'expired' });
    expect((await listOffers(as(bo), { list: 'incoming' })).found).toBe(0);
    expect((await listOffers(as(bo), { list: 'history' })).found).toBe(1);
    await expect(acceptOffer(as(bo), { offerId, key: key() })).rejects.toMatchObject({
      code: 'offer-closed',
    });
  });

  it('by a counter-offer, which its sender can accept', async () => {
    await give(ada, crown, 2);
    await give(bo, dog);
    const { offerId } = await offer(ada, bo);
    const better = { give: [card(dog)], want: [card(crown, 2)], message: '', key: key() };
    const counter = await counterOffer(as(bo), { offerId, ...better });
    expect(await stateOf(offerId)).toBe('countered');
    expect(await getOffer(as(ada), counter.offerId)).toMatchObject({ counterOf: offerId });
    await expect(counterOffer(as(bo), { offerId, ...better, key: key() })).rejects.toMatchObject({
      code: 'offer-closed',
    });
    await acceptOffer(as(ada), { offerId: counter.offerId, key: key() });
    expect(await held(bo)).toEqual([crown, crown]);
  });
});

it('an offer reaches a friend who accepts no messages', async () => {
  await give(ada, crown);
  await savePrivacy(as(bo), { messagesFrom: 'nobody' });
  const { offerId } = await offer(ada, bo, { want: [] });
  expect(await getOffer(as(bo), offerId)).toMatchObject({ state: 'open' });
});
