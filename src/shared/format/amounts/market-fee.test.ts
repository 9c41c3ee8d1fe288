import { expect, it } from 'vitest';
import { subtractFee } from './market-fee.ts';

it('rounds the fee down', () => {
  expect([1, 19, 20, 10_50].map((cents) => subtractFee(cents, 5))).toEqual([1, 19, 19, 9_98]);
  expect(subtractFee(10_50, 0)).toBe(10_50);
});
