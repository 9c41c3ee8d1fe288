import { expect, test } from 'vitest';
import { recentlyViewedConstants } from '#shared/constants/catalog.ts';
import { parseViewed } from './viewed-games.ts';

const portal = { id: 4200, name: 'Portal 2', backgroundImage: '/art/covers/portal-2.svg' };

test('what was kept is read, in its order', () => {
  const other = { id: 13536, name: 'Portal', backgroundImage: null };
  expect(parseViewed(JSON.stringify([portal, other]))).toEqual([portal, other]);
});

test.each([null, '', 'null', '{}', '"text"', '7', '[', '[null, 1, "x", [], {}]', '\u0000'])(
  'nothing is made of %j',
  (text) => {
    expect(parseViewed(text)).toEqual([]);
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
])('a game with %j is left out, the others stay', (fault) => {
  expect(parseViewed(JSON.stringify([{ ...portal, ...fault }, portal]))).toEqual([portal]);
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
])('a picture at %j is not shown', (backgroundImage) => {
  expect(parseViewed(JSON.stringify([{ ...portal, backgroundImage }]))).toEqual([
    { ...portal, backgroundImage: null },
  ]);
});

test.each(['/art/covers/25-65726941.svg', '/pictures/25/cover-65726941-640.webp', null])(
  'a picture at %j is',
  (backgroundImage) => {
    const game = { ...portal, backgroundImage };
    expect(parseViewed(JSON.stringify([game]))).toEqual([game]);
  },
);

test('its year and rating are read where they were kept and can be true', () => {
  const facts = { released: '2011-04-18', rating: 4.6 };
  expect(parseViewed(JSON.stringify([{ ...portal, ...facts }]))).toEqual([{ ...portal, ...facts }]);
  for (const odd of [
    { released: '<b>', rating: 7 },
    { released: 2011, rating: '4.6' },
    { released: '2011', rating: -1 },
  ]) {
    expect(parseViewed(JSON.stringify([{ ...portal, ...odd }]))).toEqual([portal]);
  }
});

test('no game is there twice, and no more than fit', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ ...portal, id: 1 + (index >> 1) }));
  const read = parseViewed(JSON.stringify(many));
  expect(read.map(({ id }) => id)).toEqual(
    Array.from({ length: recentlyViewedConstants.max }, (_, n) => n + 1),
  );
});

test('what an older form kept beside is dropped', () => {
  expect(parseViewed(JSON.stringify([{ ...portal, at: 1, price: '9.99' }]))).toEqual([portal]);
});
