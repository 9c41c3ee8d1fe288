import { expect, test } from 'vitest';
import { readAcceptedEncodings } from './accepted-encodings.ts';

test.each([
  [null, false, false],
  ['', false, false],
  ['identity', false, false],
  ['gzip, deflate, br, zstd', true, true],
  ['BR;q=0.5', true, false],
  ['br;q=0, gzip', false, true],
  ['br; q=0.000, gzip;q=0', false, false],
  ['*', true, true],
  ['br;q=0, *', false, true],
  ['gzip, *;q=0', false, true],
  ['brotli, x-gzip', false, false],
  [`${'x,'.repeat(200)}br`, false, false],
])('the header %j accepts Brotli: %s, gzip: %s', (header, br, gzip) => {
  expect(readAcceptedEncodings(header)).toEqual({ br, gzip });
});
