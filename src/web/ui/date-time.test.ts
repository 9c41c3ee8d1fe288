import { expect, test } from 'vitest';
import { formatDate } from './date-time.tsx';

test('the server and the first render in the browser write a date in the same way', () => {
  expect(formatDate('2026-11-20T23:30:00.000Z', 'date', false)).toBe('Nov 20, 2026');
});

test('a day without a time is not shifted by the time zone', () => {
  expect(formatDate('2013-09-17', 'date', true)).toContain('17');
  expect(formatDate('2013-09-17', 'date', false)).toBe('Sep 17, 2013');
});

test('a text that is not a date is shown unchanged', () => {
  expect(formatDate('TBA', 'date', false)).toBe('TBA');
});
