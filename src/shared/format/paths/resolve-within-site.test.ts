import { expect, test } from 'vitest';
import { toSafePath } from './resolve-within-site.ts';

test.each([
  ['/library', '/library'],
  ['/profile/Ada?tab=cards#top', '/profile/Ada?tab=cards#top'],
  ['/?search=a%20b', '/?search=a%20b'],
])('%s stays', (value, path) => expect(toSafePath(value)).toBe(path));

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'library',
  '',
  null,
  undefined,
  `/${'a'.repeat(3_000)}`,
])('%j leads home', (value) => expect(toSafePath(value)).toBe('/'));
