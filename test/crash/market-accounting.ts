import { expect } from 'vitest';
import type { MarketAccount } from './market-account.ts';
import { doneOf, type Settled, type Trader } from './market-client.ts';
import { cents } from './market-intents.ts';

/** Cents that each trader begins with. */
const beginning = 500_00;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const itemsOf = (all: readonly Settled[]) => sum(all.map(({ items }) => items));
const amount = ({ fields }: Settled) => cents(fields.amount ?? '');

/**
 * What the market must hold after what was acknowledged, and nothing else; `cards` is how many were
 * dealt. A price is asked once, by one form, so that nothing can pass for another.
 */
export function expectAsAcknowledged(
  kept: MarketAccount,
  { people, cards }: { people: readonly Trader[]; cards: number },
): void {
  expect(kept.faults).toEqual([]);
  expect(kept.cards).toBe(cards);
  expectSales(kept, people);

  const asked = new Map<number, number>();
  for (const { fields, items, kind } of doneOf(people, 'sell', 'sell-duplicates', 'reprice')) {
    asked.set(priceIn(fields), kind === 'reprice' ? 1 : items);
  }
  const found = Map.groupBy([...kept.open, ...kept.sales], ({ price }) => price);
  const tooMany = [...found].filter(([price, all]) => all.length > (asked.get(price) ?? 0));
  expect(tooMany).toEqual([]);
  const listed = itemsOf(doneOf(people, 'sell', 'sell-duplicates'));
  const takenBack = itemsOf(doneOf(people, 'remove', 'remove-all'));
  expect(kept.open.length + kept.sales.length).toBe(listed - takenBack);

  for (const trader of people) {
    const { username } = trader;
    const traded = (side: 'buyer' | 'seller') =>
      sum(kept.sales.filter((sale) => sale[side] === username).map(({ price }) => price));
    const added = sum(doneOf([trader], 'top-up').map(amount));
    expect(kept.balances.get(username)).toBe(
      beginning + added - traded('buyer') + traded('seller'),
    );
  }
}

/** Each listing bought is a sale; what else was sold are the missing cards, at the prices reported. */
function expectSales({ sales }: MarketAccount, people: readonly Trader[]): void {
  const bought = new Map(
    people.flatMap((trader) =>
      doneOf([trader], 'buy').map(({ fields }) => [fields.itemId, trader.username] as const),
    ),
  );
  const single = sales.filter(({ itemId }) => bought.has(itemId));
  expect(single).toHaveLength(bought.size);
  expect(single.filter(({ itemId, buyer }) => bought.get(itemId) !== buyer)).toEqual([]);
  for (const trader of people) {
    const missing = doneOf([trader], 'buy-missing');
    const others = sales.filter(
      ({ itemId, buyer }) => buyer === trader.username && !bought.has(itemId),
    );
    expect(ascending(others.map(({ price }) => price))).toEqual(
      ascending(missing.flatMap((one) => one.bought)),
    );
    const above = missing.filter((one) => sum(one.bought) > cents(one.fields.maximum ?? ''));
    expect(above).toEqual([]);
  }
}

/** The one price of a form, in cents. */
function priceIn(fields: Settled['fields']): number {
  const [, price = ''] = Object.entries(fields).find(([name]) => name.startsWith('price')) ?? [];
  return cents(price);
}
