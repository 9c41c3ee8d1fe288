import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets } from '../fixtures/factories.ts';
import {
  callerOf,
  createFunctionFixture,
  type FunctionFixture,
  outcomeOf,
} from '../fixtures/realm-functions.ts';
import { changedTables, takeChanges } from '../fixtures/recorded-changes.ts';

const database = useDatabase({ recordsChanges: true });
beforeAll(() => createCardSets(database.db));

const double = (text: string) => ({ $numberDouble: text });
const int = (text: string) => ({ $numberInt: text });

/** Values that are not valid as a top-up, as a price or as a number of copies. */
const invalidAmounts: unknown[] = [
  0,
  -0,
  int('0'),
  double('NaN'),
  double('Infinity'),
  double('-Infinity'),
  double('1e+300'),
  1e9,
  int('1000000000'),
  { $numberLong: '9007199254740991' },
  9.999,
  double('0.30000000000000004'),
  1e-7,
  null,
  true,
  [],
  [20],
  { $numberDecimal: '20' },
];

/** Values that are not valid as the price of a card. */
const invalidPrices: unknown[] = [
  ...invalidAmounts,
  -1,
  0.001,
  10_000.01,
  '',
  ' ',
  'abc',
  '1e3',
  '0',
  '-1',
  '9.999',
  '1,000',
  '1,2,3',
  '٠',
];

describe('amounts', () => {
  it.each([
    {
      name: 'updateUserMoney',
      amounts: [...invalidAmounts, -20, 0.99, 500.01, '20', '1e2', ''],
      args: ({ people }: FunctionFixture, amount: unknown) => [people.ada.username, amount],
    },
    {
      name: 'purchaseGame',
      amounts: [
        ...invalidAmounts,
        9.99,
        double('9.99'),
        -9.98,
        -10,
        -9.990000001,
        '-9.99',
        'free',
        '',
      ],
      args: ({ people, unowned }: FunctionFixture, amount: unknown) => [
        { username: people.ada.username, amount, game: unowned },
      ],
    },
    {
      name: 'setCardToMarket',
      amounts: invalidPrices,
      args: ({ people, game }: FunctionFixture, amount: unknown) => [
        people.ada.username,
        null,
        game,
        'Crown',
        amount,
      ],
    },
    {
      name: 'placeMarketOrder',
      amounts: invalidPrices,
      args: ({ people, unowned }: FunctionFixture, amount: unknown) => [
        people.ada.username,
        null,
        unowned,
        'Crown',
        amount,
        1,
      ],
    },
    {
      name: 'orderMissingCards',
      amounts: invalidPrices,
      args: ({ people, unowned }: FunctionFixture, amount: unknown) => [
        people.ada.username,
        null,
        unowned,
        [{ cardName: 'Crown', price: amount }],
      ],
    },
    {
      name: 'placeMarketOrder',
      amounts: [...invalidAmounts, -1, 1.5, 21, '', ' ', 'abc', '0', '-1', '1.5', '21'],
      args: ({ people, unowned }: FunctionFixture, quantity: unknown) => [
        people.ada.username,
        null,
        unowned,
        'Crown',
        0.01,
        quantity,
      ],
    },
  ])('that $name does not take change nothing', async ({ name, amounts, args }) => {
    const fixture = await createFunctionFixture(database.db);
    const { ada } = fixture.people;
    await takeChanges(database.db);
    for (const amount of amounts) {
      const call = fixture.call(callerOf(ada), name, args(fixture, amount));
      const outcome = await outcomeOf(call);
      expect({ amount, outcome }).toEqual({ amount, outcome: 'refused' });
    }
    expect(changedTables(await takeChanges(database.db))).toEqual([]);
  });
});
