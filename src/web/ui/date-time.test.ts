import { expect, test } from 'vitest';
import { formatDate } from './date-time.tsx';

test('writes the same for server and first client render, wherever they are', () => {
  expect(formatDate('2026-11-20T23:30:00.000Z', 'date', false)).toBe('Nov 20, 2026');
});

test('never shifts a day into its neighbour', () => {
  expect(formatDate('2013-09-17', 'date', true)).toContain('17');
  expect(formatDate('2013-09-17', 'date', false)).toBe('Sep 17, 2013');
});

test('shows what is not a date as it is', () => {
  expect(formatDate('TBA', 'date', false)).toBe('TBA');
});
