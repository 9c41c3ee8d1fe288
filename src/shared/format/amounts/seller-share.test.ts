import { expect, it } from 'vitest';
import { getSellerShare } from './seller-share.ts';

it('rounds the fee down', () => {
  expect([1, 19, 20, 10_50].map((cents) => getSellerShare(cents, 5))).toEqual([1, 19, 19, 9_98]);
  expect(getSellerShare(10_50, 0)).toBe(10_50);
});
