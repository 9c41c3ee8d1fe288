import { expect, test } from 'vitest';
import { listPageNumbers } from './page-numbers.ts';

test('a pager with few pages shows all of their numbers', () => {
  expect(listPageNumbers(1, 3, 4)).toEqual([1, 2, 3]);
  expect(listPageNumbers(1, 0, 4)).toEqual([]);
});

test('the numbers start at the first page and end at the last page', () => {
  expect(listPageNumbers(1, 20, 4)).toEqual([1, 2, 3, 4]);
  expect(listPageNumbers(20, 20, 4)).toEqual([17, 18, 19, 20]);
});

test('the numbers always include the current page', () => {
  for (let page = 1; page <= 12; page++) {
    for (const size of [4, 5]) {
      const shown = listPageNumbers(page, 12, size);
      expect(shown).toContain(page);
      expect(shown).toHaveLength(size);
    }
  }
});
