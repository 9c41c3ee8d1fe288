import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sitePath } from './site-path.ts';

test('a name stays unchanged', () => {
  expect(sitePath`/profile/${'Ada_1'}/inventory`).toBe('/profile/Ada_1/inventory');
  expect(sitePath`/chat/${'Ada'}/${'Bob'}`).toBe('/chat/Ada/Bob');
});

test.each([
  ['../\t/evil.example', '/profile/..%2F%09%2Fevil.example/inventory'],
  ['..', '/profile/..~/inventory'],
  ['a\r\nb', '/profile/a%0D%0Ab/inventory'],
  ['\ud800', '/profile/%EF%BF%BD/inventory'],
])('%j is one segment', (value, path) => expect(sitePath`/profile/${value}/inventory`).toBe(path));

test('a browser stays at the same depth of the path for any value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const url = new URL(sitePath`/profile/${value}/inventory`, 'https://site.example');
      expect(url.origin).toBe('https://site.example');
      expect(url.pathname.split('/')).toHaveLength(4);
      expect([url.search, url.hash]).toEqual(['', '']);
    }),
  );
});
