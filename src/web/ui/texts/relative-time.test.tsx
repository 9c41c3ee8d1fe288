import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { findNextChange, formatTimeAgo, RelativeTime } from './relative-time.tsx';

const now = new Date('2026-03-14T12:00:00Z');

test.each([
  ['2026-03-14T11:59:01Z', 'just now'],
  ['2026-03-14T12:00:07Z', 'just now'],
  ['2026-03-14T11:59:00Z', '1 minute ago'],
  ['2026-03-14T11:00:01Z', '59 minutes ago'],
  ['2026-03-14T11:00:00Z', '1 hour ago'],
  ['2026-03-13T12:00:00Z', 'yesterday'],
  ['2026-03-07T12:00:01Z', '6 days ago'],
  ['2026-03-07T12:00:00Z', 'Mar 7, 2026'],
])('the time %s is written as %s', (at, words) => {
  expect(
    formatTimeAgo(new Date(at), now, {
      isLocal: false,
      dateFormat: 'browser',
      clock: 'browser',
    }),
  ).toBe(words);
});

test.each([
  '2026-03-14T12:00:07Z',
  '2026-03-14T11:59:01Z',
  '2026-03-14T11:58:30Z',
  '2026-03-14T09:10:00Z',
  '2026-03-12T08:00:00Z',
])('the text of the time %s changes exactly when it is expected to', (at) => {
  const reader = { isLocal: false, dateFormat: 'browser', clock: 'browser' } as const;
  const textAt = (ms: number) => formatTimeAgo(new Date(at), new Date(ms), reader);
  const change = findNextChange(new Date(at), now);
  expect(textAt(change - 1)).toBe(textAt(now.getTime()));
  expect(textAt(change)).not.toBe(textAt(now.getTime()));
});

test('an old date does not change', () => {
  expect(findNextChange(new Date('2026-03-07T12:00:00Z'), now)).toBe(Number.POSITIVE_INFINITY);
});

test('the tooltip and the attribute have the exact time', () => {
  const html = renderToString(<RelativeTime value={new Date('2026-03-14T11:00:00Z')} now={now} />);
  expect(html).toContain('dateTime="2026-03-14T11:00:00.000Z"');
  expect(html).toContain('title="Mar 14, 2026, 11:00 AM"');
  expect(html).toContain('1 hour ago');
});
