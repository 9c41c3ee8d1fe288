import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainAmount, parseAmount, priceRules, roundAmount, topUpRules } from './amount-field.ts';

const readPrice = (text: string) => parseAmount(text, priceRules);
const readTopUp = (text: string) => parseAmount(text, topUpRules(500_00));

describe('a typed price', () => {
  it.each([
    ['0.01', 1],
    ['10000.00', 10_000_00],
    ['10000', 10_000_00],
    ['9.9', 9_90],
    [' 5 ', 5_00],
    ['5.', 5_00],
    ['.5', 50],
    ['.05', 5],
    ['$5', 5_00],
    ['$ 5.25', 5_25],
    ['$.5', 50],
  ])('reads %s', (text, cents) => {
    expect(readPrice(text)).toEqual({ cents });
  });

  it.each(['', '   ', '$'])('gives the text for an empty price for %j', (text) => {
    expect(readPrice(text)).toEqual({ problem: 'Please enter a price.' });
  });

  it.each([
    ['1,50', 1_50],
    ['$1,50', 1_50],
    ['1,5', 1_50],
    ['0,99', 99],
    ['5$', 5_00],
    ['٣', 3_00],
    ['$10,000.00', 10_000_00],
    ['1.234,56 $', 1_234_56],
  ])('reads %s as people of other countries and spreadsheets write it', (text, cents) => {
    expect(readPrice(text)).toEqual({ cents });
  });

  it.each(['0', '0.00', '0,00', '10000.01', '$10,000.01', '-1', '$-5', '−5', '99999999999999'])(
    'names the range for %s',
    (text) => {
      expect(readPrice(text)).toEqual({ problem: 'Enter a price from $0.01 to $10,000.00.' });
    },
  );

  it.each(['.', '$.', '5..', '..5', '$$5', 'five', '1e3', 'NaN', '0x10', '1,2,3'])(
    'gets an example of the form for %s',
    (text) => {
      expect(readPrice(text)).toEqual({ problem: 'Write a price such as 1.50.' });
    },
  );

  it('is refused if it can mean two prices', () => {
    expect(readPrice('1,000')).toEqual({
      problem:
        '“1,000” can mean two prices. Write 1234 or 1.23, without a separator for thousands.',
    });
  });

  it.each(['1.234', '.125', '12.349', '0,125', '1,234.567'])(
    'gets the text about decimals for %s',
    (text) => {
      expect(readPrice(text)).toEqual({ problem: 'A price has at most two decimals.' });
    },
  );
});

describe('an amount to add', () => {
  it('is parsed like a price, within its own range', () => {
    expect(readTopUp('$20.50')).toEqual({ cents: 20_50 });
    expect(readTopUp('500.01')).toEqual({ problem: 'Enter an amount from $1.00 to $500.00.' });
    expect(readTopUp('')).toEqual({ problem: 'Enter an amount from $1.00 to $500.00.' });
    expect(readTopUp('abc')).toEqual({ problem: 'Enter an amount such as 20 or 20.50.' });
    expect(readTopUp('12,50')).toEqual({ cents: 12_50 });
  });

  it('gets the text about decimals', () => {
    expect(readTopUp('12.349')).toEqual({ problem: 'An amount has at most two decimals.' });
  });
});

describe('rounding in a form', () => {
  it.each([
    ['12.349', '12.35'],
    ['12.344', '12.34'],
    ['0.125', '0.13'],
    ['$.125', '0.13'],
    // As binary numbers these are slightly less than a half.
    ['1.005', '1.01'],
    ['8.165', '8.17'],
    ['0.999', '1.00'],
    ['0.001', '0.00'],
    ['9.995', '10.00'],
    ['0,125', '0.13'],
    ['1,2345', '1.23'],
  ])('makes %s into %s', (typed, rounded) => {
    expect(roundAmount(typed)).toBe(rounded);
  });

  it.each(['1.2', '1.23', '5', '$5', '', 'abc', '-1.234', '1e3', '1,23', '1,234', '1,234.5'])(
    'leaves %j as it is',
    (typed) => {
      expect(roundAmount(typed)).toBe(typed);
    },
  );

  it('never moves an amount by more than half a cent', () => {
    const digits = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), digits, (whole, fraction) => {
        const millionths = whole * 1_000_000 + Number(fraction);
        const rounded = roundAmount(`${whole}.${fraction}`);
        const cents = Number(rounded.replace('.', ''));
        expect(rounded).toMatch(/^\d+\.\d\d$/);
        expect(Math.abs(cents * 10_000 - millionths)).toBeLessThanOrEqual(5_000);
      }),
    );
  });
});

describe('what a field understands', () => {
  it.each([
    ['1,50', 1_50],
    ['$5', 5_00],
    ['1 234,5', 1_234_50],
    ['12.349', 12_35],
  ])('is shown for %s', (typed, cents) => {
    expect(explainAmount(typed)).toBe(cents);
  });

  it.each(['', '1.50', ' 5 ', 'abc', '1,234'])('is not shown for %j', (typed) => {
    expect(explainAmount(typed)).toBeNull();
  });
});
