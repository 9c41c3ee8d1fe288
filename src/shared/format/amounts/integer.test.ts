import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatInteger } from './integer.ts';

it('integers are written as Intl writes them', () => {
  const intl = new Intl.NumberFormat('en-US');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => formatInteger(value) === intl.format(value)),
  );
});

it.each([
  ['comma-point', '10,000'],
  ['point-comma', '10.000'],
  ['space-comma', '10\u00A0000'],
] as const)('an integer in the format %s is %s', (format, text) => {
  expect(formatInteger(10_000, format)).toBe(text);
  expect(formatInteger(100, format)).toBe('100');
  expect(formatInteger(-100, format)).toBe('-100');
});
