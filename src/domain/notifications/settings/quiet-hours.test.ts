import { describe, expect, test } from 'vitest';
import { findNextLocalTime, isTimeZone } from '#shared/format/local-time.ts';
import { findQuietEnd } from './quiet-hours.ts';

const newYork = { quietFrom: 22 * 60, quietTo: 7 * 60, timeZone: 'America/New_York' };
const endOf = (hours: Parameters<typeof findQuietEnd>[0], now: string) =>
  findQuietEnd(hours, new Date(now))?.toISOString() ?? null;

describe('quiet hours over midnight', () => {
  test.each([
    ['before they begin', '2026-01-15T02:59:59Z', null],
    ['when they begin', '2026-01-15T03:00:00Z', '2026-01-15T12:00:00.000Z'],
    ['after midnight', '2026-01-15T06:30:00Z', '2026-01-15T12:00:00.000Z'],
    ['when they end', '2026-01-15T12:00:00Z', null],
    // 8 March: 02:00 becomes 03:00. The night has eight hours.
    ['in the night to summer time', '2026-03-08T03:00:00Z', '2026-03-08T11:00:00.000Z'],
    // 1 November: 02:00 becomes 01:00. The night has ten hours.
    ['in the night to winter time', '2026-11-01T02:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('%s', (_, now, end) => {
    expect(endOf(newYork, now)).toBe(end);
  });
});

test('quiet hours within a day, and none', () => {
  const midday = { quietFrom: 12 * 60, quietTo: 13 * 60 + 30, timeZone: 'Asia/Kolkata' };
  expect(endOf(midday, '2026-05-01T06:29:00Z')).toBeNull();
  expect(endOf(midday, '2026-05-01T06:30:00Z')).toBe('2026-05-01T08:00:00.000Z');
  expect(endOf({ ...midday, quietFrom: null, quietTo: null }, '2026-05-01T06:30:00Z')).toBeNull();
});

test('an end that the clock skips is an hour later; one that it shows twice is the first', () => {
  const end = { quietFrom: 60, quietTo: 150, timeZone: 'Europe/Berlin' };
  // 29 March: 02:00 becomes 03:00, so 02:30 is 03:30 of summer time.
  expect(endOf(end, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z');
  // 25 October: 03:00 becomes 02:00. 02:30 is first at 00:30 UTC, then at 01:30.
  expect(endOf(end, '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  // 02:10 for the second time is quiet again.
  expect(endOf(end, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
});

test('the next morning and the next Monday', () => {
  const next = (after: string, weekday?: number, timeZone = 'Pacific/Auckland') =>
    findNextLocalTime(new Date(after), { minute: 480, weekday, timeZone }).toISOString();
  // 07:59 and 08:00 of Monday, 15 June, in Auckland (UTC+12).
  expect(next('2026-06-14T19:59:00Z')).toBe('2026-06-14T20:00:00.000Z');
  expect(next('2026-06-14T20:00:00Z')).toBe('2026-06-15T20:00:00.000Z');
  expect(next('2026-06-14T19:59:00Z', 1)).toBe('2026-06-14T20:00:00.000Z');
  expect(next('2026-06-14T20:00:00Z', 1)).toBe('2026-06-21T20:00:00.000Z');
  expect(next('2026-06-14T20:00:00Z', 1, 'UTC')).toBe('2026-06-15T08:00:00.000Z');
});

test('time zones are those that dates can be written in', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Calcutta']) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ['', 'Mars/Base', '../etc']) expect(isTimeZone(zone)).toBe(false);
});
