import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cards, marketFirstDays, marketListings, users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  type CtxOverrides,
  createCard,
  createPlayer,
  overrideCtx,
} from '#test/fixtures/factories.ts';
import {
  createActorCtx,
  createTradedGame,
  errorCodesOf,
  findMarketViolations,
  kindId,
} from '#test/fixtures/market.ts';
import type { Actor } from '../../actor.ts';
import { buyListing } from '../buy-listing.ts';
import { repriceListing } from '../reprice-listing.ts';
import { withdrawAllListings, withdrawListing } from '../withdraw-listings.ts';
import { getSellingLimits, listRestingCards } from './get-selling-limits.ts';
import { sellCards } from './sell-cards.ts';

const database = useDatabase({ max: 60 });
const key = () => randomUUID();
const day = 24 * 60 * 60 * 1000;
let gameId: number;

beforeAll(async () => {
  gameId = await createTradedGame(database.db);
});
afterEach(async () => {
  expect(await findMarketViolations(database.db)).toEqual([]);
});

const as = (actor: Actor, overrides: CtxOverrides = {}) =>
  overrideCtx(createActorCtx(database.db, actor), overrides);
const offer = (values: Partial<{ copies: number; price: number; kindId: string }> = {}) => ({
  gameId,
  kindId,
  price: 1_00,
  copies: 1,
  ...values,
});
const sell = (actor: Actor, values = {}) =>
  sellCards(as(actor), { offers: [offer(values)], key: key() });

async function seller(copies: number) {
  const actor = await createPlayer(database.db);
  await give(actor, copies);
  return actor;
}

async function give(owner: Actor, copies: number, createdAt?: Date) {
  for (let copy = 0; copy < copies; copy += 1) {
    await createCard(database.db, { ownerId: owner.id, gameId, kindId, createdAt });
  }
}

const listingsOf = ({ id }: Actor) =>
  database.db.select().from(marketListings).where(eq(marketListings.sellerId, id));

async function heldBy({ id }: Actor): Promise<number> {
  const own = await database.db.select().from(cards).where(eq(cards.ownerId, id));
  return own.filter(({ state }) => state === 'held').length;
}

describe('selling a card', () => {
  it('moves it from the inventory into escrow at its price', async () => {
    const actor = await seller(2);
    const { itemIds } = await sell(actor, { price: 7_50 });
    expect(await listingsOf(actor)).toMatchObject([{ id: itemIds[0], price: 7_50, kindId }]);
    expect(await heldBy(actor)).toBe(1);
  });

  it('is not allowed for visitors and guests', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    await give(guest, 1);
    await expect(sell(guest)).rejects.toMatchObject({ code: 'guest-not-allowed' });
    const nobody = { ...as(guest), actor: null };
    await expect(sellCards(nobody, { offers: [offer()], key: key() })).rejects.toMatchObject({
      code: 'login-required',
    });
    expect(await heldBy(guest)).toBe(1);
  });

  it('requires a confirmed email address if and only if mail can be sent', async () => {
    const actor = await seller(2);
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, actor.id));
    const mailer = { canDeliver: true, async send() {} };
    const form = { offers: [offer()], key: key() };
    await expect(sellCards(as(actor, { accounts: { mailer } }), form)).rejects.toMatchObject({
      code: 'unconfirmed-email',
    });
    expect((await getSellingLimits(as(actor, { accounts: { mailer } }))).blockedReason).toBe(
      'unconfirmed-email',
    );
    expect((await getSellingLimits(as(actor))).blockedReason).toBeNull();
    await sellCards(as(actor), form);
    expect(await heldBy(actor)).toBe(1);
  });

  it('rejects cards of others, unknown kinds and more copies than are held', async () => {
    const actor = await seller(2);
    const other = await seller(5);
    for (const wanted of [{ copies: 3 }, { kindId: 'default-dragon' }, { kindId: 'no-such' }]) {
      await expect(sell(actor, wanted)).rejects.toMatchObject({ code: 'card-not-held' });
    }
    expect([await heldBy(actor), await heldBy(other)]).toEqual([2, 5]);
  });

  it('lists all offers or none', async () => {
    const actor = await seller(3);
    const offers = [offer({ copies: 2 }), offer({ copies: 2 })];
    await expect(sellCards(as(actor), { offers, key: key() })).rejects.toMatchObject({
      code: 'card-not-held',
    });
    expect(await heldBy(actor)).toBe(3);
  });

  it('leaves a copy of each card in the inventory if requested', async () => {
    const actor = await seller(3);
    const keep = (copies: number) =>
      sellCards(as(actor), { offers: [offer({ copies })], keep: 1, key: key() });
    await expect(keep(3)).rejects.toMatchObject({ code: 'card-not-held' });
    await keep(2);
    expect(await heldBy(actor)).toBe(1);
  });

  it('lists once for a repeated form, and rejects its key for another card', async () => {
    const actor = await seller(5);
    const form = { offers: [offer()], key: key() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => sellCards(as(actor), form)));
    expect(new Set(answers.flatMap(({ itemIds }) => itemIds)).size).toBe(1);
    expect(await listingsOf(actor)).toHaveLength(1);
    await expect(
      sellCards(as(actor), { offers: [offer({ price: 2_00 })], key: form.key }),
    ).rejects.toMatchObject({ code: 'key-reused' });
  });

  it('sells the last copy in only one of two tabs', async () => {
    const actor = await seller(1);
    const results = await Promise.allSettled([sell(actor), sell(actor, { price: 2_00 })]);
    expect(errorCodesOf(results)).toEqual(['card-not-held']);
    expect(await listingsOf(actor)).toHaveLength(1);
  });

  it('stops at 100 open listings, also for simultaneous forms', async () => {
    const actor = await seller(149);
    await sell(actor, { copies: 99 });
    expect(await getSellingLimits(as(actor))).toMatchObject({ open: 99, remaining: 1 });
    await expect(sell(actor, { copies: 2 })).rejects.toMatchObject({ code: 'listing-limit' });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => sell(actor)));
    expect(errorCodesOf(results)).toEqual(Array(49).fill('listing-limit'));
    expect(await listingsOf(actor)).toHaveLength(100);
    expect(await heldBy(actor)).toBe(49);
  });
});

describe('cards that a guest collected', () => {
  const registeredAt = new Date('2026-03-14T00:00:00Z');
  const before = new Date('2026-03-13T00:00:00Z');
  const after = new Date('2026-03-14T01:00:00Z');

  async function newcomer(cardsAt: Date[] = []) {
    const actor = { ...(await createPlayer(database.db, { balance: 10_00 })), registeredAt };
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
    for (const at of cardsAt) await give(actor, 1, at);
    return actor;
  }

  it('rest for exactly 24 hours after the registration', async () => {
    const actor = await newcomer([before]);
    const ctx = as(actor);
    const form = () => ({ offers: [offer()], key: key() });
    await expect(sellCards(ctx, form())).rejects.toMatchObject({ code: 'card-resting' });
    expect(await listRestingCards(ctx)).toEqual([{ gameId, kindId, copies: 1 }]);
    ctx.testClock.advance(registeredAt.getTime() + day - 1 - ctx.testClock.now().getTime());
    await expect(sellCards(ctx, form())).rejects.toMatchObject({ code: 'card-resting' });
    ctx.testClock.advance(1);
    expect(await listRestingCards(ctx)).toEqual([]);
    await sellCards(ctx, form());
  });

  it('do not include cards that were awarded since', async () => {
    const actor = await newcomer([before, after]);
    await sell(actor);
    await expect(sell(actor)).rejects.toMatchObject({ code: 'card-resting' });
    await expect(sell(actor, { copies: 2 })).rejects.toMatchObject({ code: 'card-not-held' });
  });

  it('do not include older cards that were bought since', async () => {
    const actor = await newcomer();
    const owner = await seller(1);
    const [itemId = ''] = (await sell(owner)).itemIds;
    await buyListing(as(actor), { itemId, key: key() });
    await sell(actor);
    expect(await listingsOf(actor)).toHaveLength(1);
  });
});

describe('the first 24 hours of a seller', () => {
  it('count sales when they happen, up to 100.00 in all', async () => {
    const registeredAt = new Date('2026-03-14T11:00:00Z');
    const actor = { ...(await createPlayer(database.db)), registeredAt };
    await database.db.update(users).set({ registeredAt }).where(eq(users.id, actor.id));
    await give(actor, 3, new Date('2026-03-14T11:30:00Z'));
    const { itemIds } = await sell(actor, { price: 60_00, copies: 2 });
    const buyer = await createPlayer(database.db, { balance: 200_00 });
    const ctx = as(actor);
    expect((await getSellingLimits(ctx)).firstDay).toEqual({
      left: 100_00,
      endsAt: new Date('2026-03-15T11:00:00Z'),
    });

    const results = await Promise.allSettled(
      itemIds.map((itemId) => buyListing(as(buyer), { itemId, key: key() })),
    );
    expect(errorCodesOf(results)).toEqual(['seller-limit']);
    expect((await getSellingLimits(ctx)).firstDay?.left).toBe(40_00);
    const [kept] = await database.db
      .select()
      .from(marketFirstDays)
      .where(eq(marketFirstDays.userId, actor.id));
    expect(kept?.sold).toBe(60_00);

    const later = as(buyer);
    later.testClock.advance(day);
    const [left] = await listingsOf(actor);
    await buyListing(later, { itemId: left?.id ?? '', key: key() });
    ctx.testClock.advance(day);
    expect((await getSellingLimits(ctx)).firstDay).toBeNull();
  });
});

it('every card is in exactly one place after any sequence of operations of its owner', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('sell' as const),
      copies: fc.integer({ min: 1, max: 4 }),
      keep: fc.integer({ min: 0, max: 1 }),
    }),
    fc.record({ do: fc.constantFrom('reprice' as const, 'remove' as const), at: fc.nat(5) }),
    fc.record({ do: fc.constant('remove-all' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      async (rounds) => {
        const actor = await seller(6);
        for (const round of rounds) {
          const open = (await listingsOf(actor)).map(({ id }) => id);
          const results = await Promise.allSettled(round.map((one) => run(actor, open, one)));
          for (const code of errorCodesOf(results)) {
            expect(['item-gone', 'card-not-held']).toContain(code);
          }
          const open2 = await listingsOf(actor);
          expect((await heldBy(actor)) + open2.length).toBe(6);
          expect(new Set(open2.map(({ cardId }) => cardId)).size).toBe(open2.length);
        }
      },
    ),
    { numRuns: 25 },
  );
});

type Step =
  | { do: 'sell'; copies: number; keep: number }
  | { do: 'reprice' | 'remove'; at: number }
  | { do: 'remove-all' };

async function run(actor: Actor, open: string[], step: Step): Promise<unknown> {
  const ctx = as(actor);
  if (step.do === 'sell') {
    const offers = [offer({ copies: step.copies })];
    return sellCards(ctx, { offers, keep: step.keep, key: key() });
  }
  if (step.do === 'remove-all') return withdrawAllListings(ctx, { key: key() });
  const itemId = open[step.at % Math.max(1, open.length)] ?? randomUUID();
  if (step.do === 'remove') return withdrawListing(ctx, { itemId, key: key() });
  return repriceListing(ctx, { itemId, price: 5_00 + step.at, key: key() });
}
