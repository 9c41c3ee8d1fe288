import { expect, test } from 'vitest';
import { boundsOf, compactPath } from './compact-svg-path.ts';

test('points are written as relative steps on the grid, without accumulated rounding errors', () => {
  const tenths = `M10 10${'l.3 0'.repeat(100)}`;
  const end = compactPath(tenths, 0.5)
    .match(/-?[\d.]+/g)
    ?.map(Number)
    .reduce((sum, value, i) => (i > 1 && i % 2 === 0 ? sum + value : sum), 10);
  expect(end).toBe(40);
});

test('all path syntax of icons is read: arc flags without spaces, lines after a move, all commands', () => {
  expect(compactPath('M10-.5 20 30H25v5.2Z', 1)).toBe('M10 0l10 30h5v5z');
  expect(compactPath('M0 0a5 5 0 0110 0', 1)).toBe('M0 0a5 5 0 0 1 10 0');
  expect(compactPath('m1 2c1 1 2 2 3 3s1 1 2 2z', 1)).toBe('M1 2c1 1 2 2 3 3s1 1 2 2z');
  expect(compactPath('M5 5L9 9zm2 2l1 1', 1)).toBe('M5 5l4 4zm2 2l1 1');
});

test('an invalid path is rejected', () => {
  expect(() => compactPath('M0 0w3', 1)).toThrow('"w"');
});

test('the bounding box of a compact path is found', () => {
  const d = compactPath('M10 20H60V5L30 40ZM100 100a5 5 0 0110 0', 1);
  expect(boundsOf([d])).toEqual({ left: 10, right: 110, top: 5, bottom: 105 });
  const disc = compactPath('M256 24a232 232 0 1 0 0 464a232 232 0 1 0 0-464z', 1);
  expect(boundsOf([disc])).toEqual({ left: 24, right: 488, top: 24, bottom: 488 });
});
