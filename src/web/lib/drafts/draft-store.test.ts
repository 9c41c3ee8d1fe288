import { expect, test } from 'vitest';
import { parseDraft } from './draft-store.ts';

const now = Date.parse('2026-03-14T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const storedDraft = (at: number, values: unknown) => JSON.stringify({ at, values });

test('a stored draft is read with its values and its version', () => {
  const values = { title: ['A title'], genre: ['Help', 'RPG'], isPrivate: [] };
  expect(parseDraft(storedDraft(now - 29 * day, values), now)).toEqual({ values, of: '' });
  const edited = JSON.stringify({ at: now, values, of: 'the second' });
  expect(parseDraft(edited, now)).toEqual({ values, of: 'the second' });
  expect(parseDraft(JSON.stringify({ at: now, values, of: 2 }), now)?.of).toBe('');
});

test('a draft that is 30 days old is not read', () => {
  expect(parseDraft(storedDraft(now - 30 * day, { title: ['Old'] }), now)).toBeNull();
});

test.each([null, '', '[', 'null', '7', '"text"', '[]', '{}', '{"at":"1"}', `{"at":${now}}`])(
  'the stored text %j is not read as a draft',
  (text) => {
    expect(parseDraft(text, now)).toBeNull();
  },
);

test('a value that is not a list of texts is left out', () => {
  const values = { title: 'A title', content: [7], genre: ['Help'] };
  expect(parseDraft(storedDraft(now, values), now)).toMatchObject({ values: { genre: ['Help'] } });
});

test('an input named __proto__ is read like any other', () => {
  const text = `{"at":${now},"values":{"__proto__":["x"],"title":["A title"]}}`;
  const read = parseDraft(text, now);
  expect(Object.keys(read?.values ?? {}).sort()).toEqual(['__proto__', 'title']);
});
