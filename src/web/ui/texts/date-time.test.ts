import { expect, test } from 'vitest';
import { formatDate, type Reader } from './date-time.tsx';

const server: Reader = { isLocal: false, dateFormat: 'browser', clock: 'browser' };
const browser: Reader = { ...server, isLocal: true };

test('the server and the first render in the browser write a date in the same way', () => {
  expect(formatDate('2026-11-20T23:30:00.000Z', 'date', server)).toBe('Nov 20, 2026');
});

test('a day without a time is not shifted by the time zone', () => {
  expect(formatDate('2013-09-17', 'date', browser)).toContain('17');
  expect(formatDate('2013-09-17', 'date', server)).toBe('Sep 17, 2013');
});

test('a text that is not a date is shown unchanged', () => {
  expect(formatDate('TBA', 'date', server)).toBe('TBA');
});

test.each([
  ['month-day-year', '12-hour', 'Mar 5, 2026, 3:04 PM'],
  ['month-day-year', '24-hour', 'Mar 5, 2026, 15:04'],
  ['day-month-year', 'browser', '5 Mar 2026, 15:04'],
  ['year-month-day', '24-hour', '2026-03-05, 15:04'],
] as const)(
  'a time in the format %s with a %s clock is written as %s',
  (dateFormat, clock, text) => {
    const written = formatDate('2026-03-05T15:04:00Z', 'datetime', {
      ...server,
      dateFormat,
      clock,
    });
    // Between the time and its half of the day is a narrow space.
    expect(written.replaceAll('\u202f', ' ')).toBe(text);
  },
);
