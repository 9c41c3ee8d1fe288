import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type BookEntry,
  type BookOperation,
  bookOperation,
  type Limits,
  ReferenceBook,
  type Trade,
} from '#test/fixtures/reference-matcher.ts';
import { chooseFills, type OrderListingPair } from './choose-fills.ts';

/** A book in memory whose trades `chooseFills` chooses, as the statements read it from the database. */
class BookOfPairs {
  readonly orders: BookEntry[] = [];
  readonly listings: BookEntry[] = [];
  readonly trades: Trade[] = [];
  readonly #blocked = new Set<string>();
  readonly #limits: Limits;
  #time = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  perform(operation: BookOperation): boolean {
    switch (operation.type) {
      case 'order': {
        const { person, price, copies } = operation;
        if (this.listings.some((item) => item.person === person && item.price <= price))
          return false;
        const order = { id: ++this.#time, person, price, copies };
        this.orders.push(order);
        this.#match([order], this.listings);
        return true;
      }
      case 'list': {
        const { person, price } = operation;
        if (this.orders.some((order) => order.person === person && order.price >= price))
          return false;
        const listing = { id: ++this.#time, person, price, copies: 1 };
        this.listings.push(listing);
        this.#match(this.orders, [listing]);
        return true;
      }
      case 'cancel':
        return removeAt(this.orders, operation.place);
      case 'withdraw':
        return removeAt(this.listings, operation.place);
      case 'block':
        if (operation.person === operation.other) return false;
        this.#blocked.add(`${operation.person} ${operation.other}`);
        return true;
      default:
        if (!this.#blocked.delete(`${operation.person} ${operation.other}`)) return false;
        while (this.#match(this.orders, this.listings) > 0);
        return true;
    }
  }

  #match(orders: readonly BookEntry[], listings: readonly BookEntry[]): number {
    const pairs = orders
      .toSorted((a, b) => b.price - a.price || a.id - b.id)
      .flatMap((order) =>
        listings
          .toSorted((a, b) => a.price - b.price || a.id - b.id)
          .flatMap((listing) => this.#pair(order, listing)),
      );
    const fills = chooseFills(pairs, { feePercent: 0, fillsMax: 3 });
    for (const fill of fills) {
      this.trades.push([Number(fill.buyerId), Number(fill.sellerId), fill.price]);
      const order = this.orders.find(({ id }) => String(id) === fill.orderId);
      if (!order) throw new Error('A closed order was filled.');
      order.copies -= 1;
      if (order.copies === 0) this.orders.splice(this.orders.indexOf(order), 1);
      const item = this.listings.findIndex(({ id }) => String(id) === fill.itemId);
      if (item < 0) throw new Error('A listing was sold twice.');
      this.listings.splice(item, 1);
    }
    // Like the use cases, which go on while a transaction made as many trades as it may.
    return fills.length === 3
      ? 3 +
          this.#match(
            orders.filter((one) => this.orders.includes(one)),
            listings.filter((one) => this.listings.includes(one)),
          )
      : fills.length;
  }

  /** What the statement selects for a pair; nothing if the two may not trade. */
  #pair(order: BookEntry, listing: BookEntry): OrderListingPair[] {
    const [buyer, seller] = [order.person, listing.person];
    const price = order.id < listing.id ? order.price : listing.price;
    const traded = this.trades.filter(
      ([one, other]) => (one === buyer && other === seller) || (one === seller && other === buyer),
    );
    const sold = this.trades.reduce((sum, [, by, cents]) => sum + (by === seller ? cents : 0), 0);
    const pairTrades = this.#limits.pairTrades - traded.length;
    const pairCents = this.#limits.pairCents - traded.reduce((sum, [, , cents]) => sum + cents, 0);
    const sellerRoom = this.#limits.room - sold;
    const isBlocked =
      this.#blocked.has(`${buyer} ${seller}`) || this.#blocked.has(`${seller} ${buyer}`);
    if (buyer === seller || isBlocked || listing.price > order.price) return [];
    if (pairTrades < 1 || sellerRoom < price) return [];
    if (traded.length > 0 && pairCents < price) return [];
    return [
      {
        orderId: String(order.id),
        buyerId: String(buyer),
        orderPrice: order.price,
        remaining: order.copies,
        itemId: String(listing.id),
        sellerId: String(seller),
        price,
        pairTrades,
        pairTraded: traded.length > 0,
        pairCents,
        buyerCents: null,
        sellerCents: null,
        sellerGain: null,
        buyerGain: null,
        cardValue: 25,
        sellerRoom,
      },
    ];
  }
}

function removeAt(entries: BookEntry[], place: number): boolean {
  return entries.splice(place % Math.max(1, entries.length), 1).length > 0;
}

test('10,000 random books make the same trades as the reference matcher', () => {
  fc.assert(
    fc.property(
      fc.array(bookOperation, { maxLength: 30 }),
      fc.record({
        pairTrades: fc.integer({ min: 1, max: 6 }),
        pairCents: fc.integer({ min: 1, max: 20 }),
        room: fc.integer({ min: 3, max: 60 }),
      }),
      (operations, limits) => {
        const [book, reference] = [new BookOfPairs(limits), new ReferenceBook(limits)];
        for (const operation of operations)
          expect(book.perform(operation)).toBe(reference.perform(operation));
        expect(book.trades).toEqual(reference.trades);
        expect(book.orders).toEqual(reference.orders);
        expect(book.listings).toEqual(reference.listings);
      },
    ),
    { numRuns: 10_000, seed: 20_261_123 },
  );
});

test('each limit counts the trades that were chosen before', () => {
  const pair = (place: number, other: Partial<OrderListingPair> = {}): OrderListingPair => ({
    orderId: 'order',
    buyerId: 'buyer',
    orderPrice: 100,
    remaining: 20,
    itemId: `item ${place}`,
    sellerId: 'seller',
    price: 100,
    pairTrades: 20,
    pairTraded: true,
    pairCents: 50_000,
    buyerCents: null,
    sellerCents: null,
    sellerGain: null,
    buyerGain: null,
    cardValue: 25,
    sellerRoom: 10_000_000,
    ...other,
  });
  const choose = (other: Partial<OrderListingPair>, feePercent = 0) =>
    chooseFills(
      Array.from({ length: 30 }, (_, place) => pair(place, other)),
      { feePercent, fillsMax: 20 },
    ).length;
  expect(choose({})).toBe(20);
  expect(choose({ remaining: 3 })).toBe(3);
  expect(choose({ pairTrades: 4 })).toBe(4);
  expect(choose({ pairCents: 299 })).toBe(2);
  expect(choose({ pairCents: 99 })).toBe(0);
  // The first trade of the day may have any price, but counts towards the limit of the second.
  expect(choose({ pairTraded: false, pairCents: 99 })).toBe(1);
  expect(choose({ pairTraded: false, pairCents: 299 })).toBe(2);
  expect(choose({ buyerCents: 500 })).toBe(5);
  expect(choose({ sellerCents: 100 })).toBe(1);
  expect(choose({ sellerGain: 399 })).toBe(3);
  expect(choose({ buyerGain: 60 })).toBe(2);
  expect(choose({ sellerRoom: 600 })).toBe(6);
  expect(choose({ sellerRoom: 600 }, 50)).toBe(12);
  expect(choose({ itemId: 'the same' })).toBe(1);
});
