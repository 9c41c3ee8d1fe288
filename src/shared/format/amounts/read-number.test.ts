import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber } from './read-number.ts';

describe('a typed number', () => {
  it.each(Intl.supportedValuesOf('numberingSystem'))('may have the digits of %s', (system) => {
    const digits = (value: number) =>
      new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(value);
    // Some systems, such as the Roman, have no digits of their own.
    if (!/^\p{Nd}{2}$/u.test(digits(10))) return;
    expect(readNumber(`${digits(1234567890)},${digits(98)}`)).toEqual({
      whole: '1234567890',
      decimals: '98',
    });
  });

  it.each([
    ['1,234.56', '1234', '56'],
    ['1.234,56', '1234', '56'],
    ['1 234,56', '1234', '56'],
    ['1\u00A0234\u202F567,8', '1234567', '8'],
    ["1'234.56", '1234', '56'],
    ['1’234.56', '1234', '56'],
    ['1,234,567', '1234567', ''],
    ['1.234.567', '1234567', ''],
    ['1 234', '1234', ''],
    ['١٬٢٣٤٫٥٦', '1234', '56'],
    ['１，５０', '1', '50'],
    ['1。5', '1', '5'],
    ['\u200F5,25\u200E', '5', '25'],
    ['1234,5', '1234', '5'],
    ['0,125', '0', '125'],
    ['1.234', '1', '234'],
    ['1,2345', '1', '2345'],
    ['1234,567', '1234', '567'],
    [',5', '0', '5'],
    ['5,', '5', ''],
  ])('%s is read', (text, whole, decimals) => {
    expect(readNumber(text)).toEqual({ whole, decimals });
  });

  it.each(['1,234', '12,345', '999,000', '$1,234'])('%s can mean two numbers', (text) => {
    expect(readNumber(text)).toBe('ambiguous');
  });

  it.each([
    '1,23,456',
    '1,2,3',
    '1 50',
    '12 34',
    '1,234 567.8',
    '1.234.56',
    '0,000,001',
    '1²',
    '½',
    'Ⅻ',
    '€5',
    '五',
    '5 $ $',
    '1'.repeat(101),
  ])('%s is refused', (text) => {
    expect(readNumber(text)).toBe('unreadable');
  });

  it('is never anything but digits', () => {
    const parts = fc.constantFrom('1', '234', ',', '.', ' ', '$', "'", '٢', 'x', '-');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (texts) => {
        const read = readNumber(texts.join(''));
        if (typeof read !== 'string') expect(read.whole + read.decimals).toMatch(/^\d+$/);
      }),
    );
  });

  it('is not read from a text that is longer than any amount', () => {
    expect(readNumber('1,234'.repeat(200_000))).toBe('unreadable');
    expect(readNumber(' '.repeat(1_000_000))).toBe('empty');
  });
});
