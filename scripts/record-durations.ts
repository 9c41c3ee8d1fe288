import { readLastDurations } from '#test/config/durations/last-durations.ts';
import { writeCommittedDurations } from './testing/durations.ts';

// Writes test/config/durations/durations.json, by which the tests of a clean clone are ordered and divided. Run it
// after a complete `npm test` on an idle machine.

const rows = readLastDurations();
if (rows.length === 0) {
  console.error('There are no durations yet: run `npm test`.');
  process.exitCode = 1;
} else writeCommittedDurations(rows);
