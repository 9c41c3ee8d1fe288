import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topUpConstants } from '../../constants/wallet.ts';
import { formatDecimal, formatMoney, parseDecimal } from './money.ts';

const cents = fc.integer({ min: 0, max: topUpConstants.balanceMaxCents });

describe('amounts', () => {
  it('are parsed back from their decimal form exactly', () => {
    fc.assert(fc.property(cents, (amount) => parseDecimal(formatDecimal(amount)) === amount));
  });

  it('always show two decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(formatMoney(amount)).toMatch(/^\$\d{1,3}(,\d{3})*\.\d\d$/);
      }),
    );
    expect(formatMoney(999)).toBe('$9.99');
    expect(formatMoney(-999)).toBe('-$9.99');
    expect(formatMoney(100_000_00)).toBe('$100,000.00');
    expect(formatMoney(1_234_567_89)).toBe('$1,234,567.89');
    expect(formatMoney(0)).toBe('$0.00');
  });

  it.each([
    ['comma-point', '-$1,234,567.89', '$999.00'],
    ['point-comma', '-$1.234.567,89', '$999,00'],
    ['space-comma', '-$1\u00A0234\u00A0567,89', '$999,00'],
  ] as const)('are written in the format %s', (format, long, short) => {
    expect(formatMoney(-1_234_567_89, format)).toBe(long);
    expect(formatMoney(999_00, format)).toBe(short);
  });

  it('are parsed to whole cents or rejected', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const amount = parseDecimal(typed);
        expect(amount === null || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      }),
    );
  });

  it.each(['', ' ', '-1', '+1', '1.', '.5', '1.234', '1e3', '0x1', '1,5', '١', 'NaN', 'Infinity'])(
    'refuses %j',
    (typed) => {
      expect(parseDecimal(typed)).toBeNull();
    },
  );
});
