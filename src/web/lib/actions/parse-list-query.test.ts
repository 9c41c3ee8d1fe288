import { expect, it } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import type { Appearance } from '#shared/constants/site/appearance.ts';
import { discussionsQuery } from '#shared/schemas/discussions.ts';
import { parseListQuery } from './parse-list-query.ts';

const appearance: Appearance = {
  theme: null,
  motion: 'system',
  textSize: 'normal',
  dateFormat: 'browser',
  clock: 'browser',
  numberFormat: 'comma-point',
  itemsPerPage: null,
};

function parse(query: string, itemsPerPage: number | null, designed = 5) {
  const actor = { appearance: { ...appearance, itemsPerPage } } as Actor;
  const { perPage, usualPerPage } = parseListQuery(
    discussionsQuery,
    new URLSearchParams(query),
    actor,
    designed,
  );
  return [perPage, usualPerPage];
}

it('uses the number of the list for visitors and until the account chooses one', () => {
  expect(parse('', null)).toEqual([5, 5]);
  const visitor = parseListQuery(discussionsQuery, new URLSearchParams(), null, 5);
  expect(visitor).toMatchObject({ perPage: 5, usualPerPage: 5 });
});

it.each([
  ['', [50, 50]],
  ['perPage=5', [5, 50]],
  ['perPage=6', [10, 50]],
  ['perPage=20', [20, 50]],
  ['perPage=1000', [100, 50]],
  ['perPage=x', [50, 50]],
])('an account that chose 50 gets for %j %j', (query, expected) => {
  expect(parse(query, 50)).toEqual(expected);
});

it.each([
  [1, 10],
  [1_000_000, 100],
])('uses the nearest allowed number for a stored %i', (stored, allowed) => {
  expect(parse('', stored)).toEqual([allowed, allowed]);
});
