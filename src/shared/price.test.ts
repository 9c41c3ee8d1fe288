import { describe, expect, it } from 'vitest';
import { afterFee, readPrice, roundedPrice } from './price.ts';

describe('a price as typed', () => {
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

  it.each(['', '   ', '$'])('asks for one when %j is empty', (text) => {
    expect(readPrice(text)).toEqual({ problem: 'Please enter a price.' });
  });

  it.each(['0', '0.00', '10000.01', '-1', '1e3', '1,000', '٣', 'NaN', '0x10', '99999999999999'])(
    'names the range for %s',
    (text) => {
      expect(readPrice(text)).toEqual({ problem: 'Enter a price from $0.01 to $10,000.00.' });
    },
  );

  it.each(['.', '$.', '5..', '..5', '$$5', '5$', '$-5'])('makes nothing of %s', (text) => {
    expect(readPrice(text)).toEqual({ problem: 'Enter a price from $0.01 to $10,000.00.' });
  });

  it.each(['1,50', '1,5', '$1,50', '0,99'])('shows how to write %s', (text) => {
    expect(readPrice(text)).toEqual({ problem: 'Write a price such as 1.50.' });
  });

  it('has two decimals at most, and forms round what was typed', () => {
    expect(readPrice('1.234')).toEqual({ problem: 'A price has at most two decimals.' });
    expect(roundedPrice('1.234')).toBe('1.23');
    expect(roundedPrice('0.125')).toBe('0.13');
    expect(roundedPrice('1.2')).toBe('1.2');
    expect(readPrice('.125')).toEqual({ problem: 'A price has at most two decimals.' });
    expect(roundedPrice('$.125')).toBe('0.13');
    expect(roundedPrice('$5')).toBe('$5');
    expect(roundedPrice('abc')).toBe('abc');
  });
});

it('rounds the fee down', () => {
  expect([1, 19, 20, 10_50].map((cents) => afterFee(cents, 5))).toEqual([1, 19, 19, 9_98]);
  expect(afterFee(10_50, 0)).toBe(10_50);
});
