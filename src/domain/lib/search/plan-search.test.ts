import { expect, it, vi } from 'vitest';
import { planSearch } from './plan-search.ts';

/** A search with `total` matches. */
function createSearch(total: number) {
  return {
    collectMax: 100,
    offset: 40,
    perPage: 20,
    onLarge: vi.fn(),
    collect: vi.fn(async () => [{ total, read: 'collected' }]),
    scan: vi.fn(async (offset: number) => [{ total: offset, read: 'scanned' }]),
  };
}

it('few matches are collected', async () => {
  const search = createSearch(100);
  const rows = [{ total: 100, read: 'collected' }];
  expect(await planSearch(search)).toEqual({ rows, isLarge: false });
  expect(search.scan).not.toHaveBeenCalled();
  expect(search.onLarge).not.toHaveBeenCalled();
});

it('a search without matches is not scanned', async () => {
  const search = { ...createSearch(0), collect: async () => [] };
  expect(await planSearch(search)).toEqual({ rows: [], isLarge: false });
});

it('many matches are scanned in order, and reported once', async () => {
  const search = createSearch(101);
  const scanned = { rows: [{ total: 40, read: 'scanned' }], isLarge: true };
  expect(await planSearch(search)).toEqual(scanned);
  expect(search.onLarge).toHaveBeenCalledTimes(1);
  expect(await planSearch({ ...search, isSurelyLarge: true })).toEqual(scanned);
  expect(search.collect).toHaveBeenCalledTimes(1);
  expect(search.onLarge).toHaveBeenCalledTimes(1);
});

it('a scan ends at the last page that can be reached', async () => {
  const search = { ...createSearch(101), offset: 80, reachable: 50 };
  expect((await planSearch(search)).rows).toEqual([{ total: 40, read: 'scanned' }]);
});
