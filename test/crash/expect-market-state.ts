import { expect } from 'vitest';
import { doneForms, type FormResult, type Trader } from './market-client.ts';
import { parseCents } from './market-forms.ts';
import type { MarketState } from './market-state.ts';

/** The initial balance of each trader in cents. */
const initialBalance = 500_00;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const itemsOf = (all: readonly FormResult[]) => sum(all.map(({ items }) => items));
const amount = ({ fields }: FormResult) => parseCents(fields.amount ?? '');

/**
 * Checks that the state contains exactly the acknowledged changes. `cards` is the number of granted cards.
 * Each form uses a unique price, so that listings cannot be confused.
 */
export function expectAcknowledgedState(
  state: MarketState,
  { people, cards }: { people: readonly Trader[]; cards: number },
): void {
  expect(state.faults).toEqual([]);
  expect(state.cards).toBe(cards);
  expectSales(state, people);

  const asked = new Map<number, number>();
  for (const { fields, items, kind } of doneForms(people, 'sell', 'sell-duplicates', 'reprice')) {
    asked.set(priceIn(fields), kind === 'reprice' ? 1 : items);
  }
  const found = Map.groupBy([...state.open, ...state.sales], ({ price }) => price);
  const tooMany = [...found].filter(([price, all]) => all.length > (asked.get(price) ?? 0));
  expect(tooMany).toEqual([]);
  const listed = itemsOf(doneForms(people, 'sell', 'sell-duplicates'));
  const takenBack = itemsOf(doneForms(people, 'remove', 'remove-all'));
  expect(state.open.length + state.sales.length).toBe(listed - takenBack);

  for (const trader of people) {
    const { username } = trader;
    const traded = (side: 'buyer' | 'seller') =>
      sum(state.sales.filter((sale) => sale[side] === username).map(({ price }) => price));
    const sold = state.sales.filter(({ seller }) => seller === username).length;
    expect(state.notified.get(username) ?? 0).toBe(sold);
    const added = sum(doneForms([trader], 'top-up').map(amount));
    expect(state.balances.get(username)).toBe(
      initialBalance + added - traded('buyer') + traded('seller'),
    );
  }
}

/** Checks that each bought listing is a sale, and that all other sales are reported missing cards. */
function expectSales({ sales }: MarketState, people: readonly Trader[]): void {
  const bought = new Map(
    people.flatMap((trader) =>
      doneForms([trader], 'buy').map(({ fields }) => [fields.itemId, trader.username] as const),
    ),
  );
  const single = sales.filter(({ itemId }) => bought.has(itemId));
  expect(single).toHaveLength(bought.size);
  expect(single.filter(({ itemId, buyer }) => bought.get(itemId) !== buyer)).toEqual([]);
  for (const trader of people) {
    const missing = doneForms([trader], 'buy-missing');
    const others = sales.filter(
      ({ itemId, buyer }) => buyer === trader.username && !bought.has(itemId),
    );
    expect(ascending(others.map(({ price }) => price))).toEqual(
      ascending(missing.flatMap((one) => one.bought)),
    );
    const above = missing.filter((one) => sum(one.bought) > parseCents(one.fields.maximum ?? ''));
    expect(above).toEqual([]);
  }
}

/** The price of a form in cents. */
function priceIn(fields: FormResult['fields']): number {
  const [, price = ''] = Object.entries(fields).find(([name]) => name.startsWith('price')) ?? [];
  return parseCents(price);
}
