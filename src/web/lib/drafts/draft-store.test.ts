import { expect, test } from 'vitest';
import { parseDraft } from './draft-store.ts';

const now = Date.parse('2026-03-14T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const kept = (at: number, values: unknown) => JSON.stringify({ at, values });

test('what was typed is read as it was kept', () => {
  const values = { title: ['A title'], genre: ['Help', 'RPG'], isPrivate: [] };
  expect(parseDraft(kept(now - 29 * day, values), now)).toEqual({ values, of: '' });
  const changing = JSON.stringify({ at: now, values, of: 'the second' });
  expect(parseDraft(changing, now)).toEqual({ values, of: 'the second' });
  expect(parseDraft(JSON.stringify({ at: now, values, of: 2 }), now)?.of).toBe('');
});

test('what is a month old is none any more', () => {
  expect(parseDraft(kept(now - 30 * day, { title: ['Old'] }), now)).toBeNull();
});

test.each([null, '', '[', 'null', '7', '"text"', '[]', '{}', '{"at":"1"}', `{"at":${now}}`])(
  'nothing is made of %j',
  (text) => {
    expect(parseDraft(text, now)).toBeNull();
  },
);

test('what is no list of texts is left out', () => {
  const values = { title: 'A title', content: [7], genre: ['Help'] };
  expect(parseDraft(kept(now, values), now)).toMatchObject({ values: { genre: ['Help'] } });
});

test('a name that means something to objects is a name like others', () => {
  const text = `{"at":${now},"values":{"__proto__":["x"],"title":["A title"]}}`;
  const read = parseDraft(text, now);
  expect(Object.keys(read?.values ?? {}).sort()).toEqual(['__proto__', 'title']);
});
