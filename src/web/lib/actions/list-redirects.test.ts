import { expect, test } from 'vitest';
import { leaveOutDefaults, openPage } from './list-redirects.ts';

/** Where a redirect leads; null if nothing was thrown. */
async function redirectOf(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return error.headers.get('Location');
  }
}

const url = new URL('http://localhost/log?act=mute&page=9');

test('a page number beyond the end leads to the last page of the same list', async () => {
  expect(await redirectOf(() => openPage(url, { page: 9, pages: 4 }))).toBe('/log?act=mute&page=4');
  expect(await redirectOf(() => openPage(url, { pages: 1 }, { page: 9, part: 'comments' }))).toBe(
    '/log?act=mute#comments',
  );
});

test('a page that exists is returned', async () => {
  const list = Promise.resolve({ page: 9, pages: 9, entries: ['one'] });
  expect(await openPage(url, list)).toEqual({ page: 9, pages: 9, entries: ['one'] });
});

test('default values are left out of the URL of a list', async () => {
  expect(await redirectOf(() => leaveOutDefaults(url, { act: 'mute' }))).toBe('/log?page=9');
  expect(await redirectOf(() => leaveOutDefaults(url, { act: 'warn' }))).toBeNull();
});
