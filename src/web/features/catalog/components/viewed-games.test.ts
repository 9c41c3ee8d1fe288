import { expect, test } from 'vitest';
import { recentlyViewedConstants } from '#shared/constants/catalog/catalog.ts';
import { parseViewedGames } from './viewed-games.ts';

const portal = { id: 4200, name: 'Portal 2', backgroundImage: '/art/covers/portal-2.svg' };

test('stored games are read in their order', () => {
  const other = { id: 13536, name: 'Portal', backgroundImage: null };
  expect(parseViewedGames(JSON.stringify([portal, other]))).toEqual([portal, other]);
});

test.each([null, '', 'null', '{}', '"text"', '7', '[', '[null, 1, "x", [], {}]', '\u0000'])(
  'the stored text %j is read as no games',
  (text) => {
    expect(parseViewedGames(text)).toEqual([]);
  },
);

test.each([
  { id: '4200' },
  { id: 0 },
  { id: -1 },
  { id: 1.5 },
  { id: 1e300 },
  { name: '  ' },
  { name: 7 },
  { name: null },
])('a stored game with %j is left out and the others are read', (invalid) => {
  expect(parseViewedGames(JSON.stringify([{ ...portal, ...invalid }, portal]))).toEqual([portal]);
});

test.each([
  'https://elsewhere.example/a.png',
  '//elsewhere.example/a.png',
  '/\\elsewhere.example/a.png',
  '/\t/elsewhere.example/a.png',
  '/art/\t/a.png',
  '/art/../logout.png',
  '/art//a.png',
  '/logout',
  '/pictures/1/cover-00000000-640.webp?x=1',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  undefined,
  7,
])('a stored cover at %j is dropped', (backgroundImage) => {
  expect(parseViewedGames(JSON.stringify([{ ...portal, backgroundImage }]))).toEqual([
    { ...portal, backgroundImage: null },
  ]);
});

test.each(['/art/covers/25-65726941.svg', '/pictures/25/cover-65726941-640.webp', null])(
  'a stored cover at %j is read',
  (backgroundImage) => {
    const game = { ...portal, backgroundImage };
    expect(parseViewedGames(JSON.stringify([game]))).toEqual([game]);
  },
);

test('release date and rating are read when they are stored and valid', () => {
  const facts = { released: '2011-04-18', rating: 4.6 };
  expect(parseViewedGames(JSON.stringify([{ ...portal, ...facts }]))).toEqual([
    { ...portal, ...facts },
  ]);
  for (const invalid of [
    { released: '<b>', rating: 7 },
    { released: 2011, rating: '4.6' },
    { released: '2011', rating: -1 },
  ]) {
    expect(parseViewedGames(JSON.stringify([{ ...portal, ...invalid }]))).toEqual([portal]);
  }
});

test('each game is read once, up to the maximum number of games', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ ...portal, id: 1 + (index >> 1) }));
  const read = parseViewedGames(JSON.stringify(many));
  expect(read.map(({ id }) => id)).toEqual(
    Array.from({ length: recentlyViewedConstants.max }, (_, n) => n + 1),
  );
});

test('unknown fields of older versions are dropped', () => {
  expect(parseViewedGames(JSON.stringify([{ ...portal, at: 1, price: '9.99' }]))).toEqual([portal]);
});
