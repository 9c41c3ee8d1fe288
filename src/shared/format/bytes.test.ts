import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [9_960, '10 KB'],
  [1_440_000, '1.4 MB'],
  [52_300_000_000, '52 GB'],
  [7_000_000_000_000_000, '7000 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
